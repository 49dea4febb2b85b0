/* The environment variables that decide what is loaded, and their readers.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

struct variable_row {
    const char *reader; /* "lazynccl", "ld.so", "Python", "NCCL"; "": none of these */
    const char *name;   /* a final '_': all that begin with this */
    int first;          /* NCCL's release since which it is read; 0: the oldest known */
    const char *effect; /* of setting it, in a line */
};
extern const struct variable_row variables[];
extern const int variables_count;

/* Calls `each` with lazynccl's own settings and home variables, then the rows above that have a
 * reader. */
void variables_each(void (*each)(void *context, const struct variable_row *), void *context);

/* 1 if a row has this name. */
int variables_known(const char *name);
