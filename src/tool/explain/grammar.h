/* The grammar of loaders' and linkers' errors, and the patterns of lines that NCCL prints.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/explain/owner.h"
#include <stddef.h>

/* A line from message_clean(). */
struct clean_line {
    const char *text;
    const char *small; /* the same in lower case */
};

/* Returns the length of the first pattern that a line has, or 0, and stores the names in the line.
 * '|' divides the patterns, which are in lower case: '*' stands for anything, {L} for the library,
 * {F} for the file that needs it, {S} and {V} for the symbol and its version. */
size_t grammar_matches(struct complaint *, const struct clean_line *, const char *pattern);

/* Reads the complaint of a line. Returns 1, or 0 if the line has none. */
int grammar_read(struct complaint *, const struct clean_line *);
