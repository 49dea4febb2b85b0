/* Measures how similar two names are, to suggest corrections.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

/* The nearest of several names. Start with {NULL, N}: a name with N or more changes is not near. */
struct nearest {
    const char *name; /* NULL: none is near */
    int far;          /* how many letters of `name` differ, are missing or are extra */
};
void nearest_try(struct nearest *, const char *asked, const char *name);
