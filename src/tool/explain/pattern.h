/* Patterns of lines that loaders, linkers and NCCL print.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/explain/complaint.h"
#include <stddef.h>

/* A line without what people paste around it, also in lower case. */
struct clean_line {
    const char *text, *small;
};

/* Returns the length of the first pattern that a line has, or 0. '|' divides the patterns, which
 * are in lower case: '*' stands for anything, {L} for a name that becomes
 * the library's, {F}, {S} and {V} for the file that needs it, the symbol and its version. */
size_t pattern_matches(struct complaint *, const struct clean_line *, const char *pattern);
