/* The environment variables that affect what is loaded, and the software that reads them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

struct variable_row {
    const char *reader; /* "lazynccl", "ld.so", "Python", "NCCL", or "" for none of these */
    const char *name;   /* a final '_' matches all names with this prefix */
    int first;          /* the first NCCL release that reads it, or 0 for the oldest known */
    const char *effect; /* of setting it, in one line */
};
extern const struct variable_row variables[];
extern const int variables_count;

/* Calls `each` for lazynccl's settings and home variables, then for the rows above with a
 * reader. */
void variables_each(void (*each)(void *context, const struct variable_row *), void *context);

/* Returns 1 if a row has this name. */
int variables_known(const char *name);
