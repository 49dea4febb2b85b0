/* The environment variables that affect what is loaded, and the software that reads them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

struct variable_row {
    const char *reader; /* "lazynccl", "ld.so", "Python" or "NCCL" */
    const char *name;
    int first;          /* the first NCCL release that reads it, or 0 for the oldest known */
    const char *effect; /* the effect of setting the variable, in one line */
};

/* Calls `each` for lazynccl's settings and home variables, then for those of other readers. */
void variables_each(void (*each)(void *context, const struct variable_row *), void *context);
