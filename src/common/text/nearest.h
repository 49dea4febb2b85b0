/* Measures how similar two names are, to suggest corrections.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

/* The nearest of several names. Start with {NULL, N}: only a name less than N away counts. */
struct nearest {
    const char *name; /* NULL: none is near */
    int far;
};
void nearest_try(struct nearest *, const char *asked, const char *name);
