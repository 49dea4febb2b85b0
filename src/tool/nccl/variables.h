/* The environment variables that decide what is loaded, whoever reads them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef LAZYNCCL_TOOL_NCCL_VARIABLES_H
#define LAZYNCCL_TOOL_NCCL_VARIABLES_H

struct variable_row {
    const char *reader; /* "lazynccl", "ld.so", "Python", "NCCL"; "" if nobody of these */
    const char *name;   /* one that ends with '_' stands for all that begin so */
    int first, last;    /* NCCL's releases that read it; 0: as far back, or on, as is known */
    const char *effect; /* of setting it, in a line */
};
extern const struct variable_row variables[];
extern const int variables_count;

/* Calls `each` with the rows of all who decide what is loaded: lazynccl's own settings and roots
 * first, then those above that have a reader. */
void variables_each(void (*each)(void *context, const struct variable_row *), void *context);

/* 1 if some row is of that name. */
int variables_known(const char *name);

#endif
