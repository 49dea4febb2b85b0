/* Patterns of lines that loaders, linkers and other programs print.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/explain/clean.h"
#include "tool/explain/complaint.h"

/* Returns the length of the first pattern that a line has, or 0. '|' divides the patterns, which
 * are in lower case: '^' stands for the line's start, '$' for its end, '*' for anything, {L} for a
 * name that becomes the library's, {F}, {S} and {V} for the file that needs it, the symbol and its
 * version. */
size_t pattern_matches(struct complaint *, const struct clean_line *, const char *pattern);

/* The letters of a name, the length of the one that begins here, and the start of the one that ends
 * here. */
int pattern_is_name(char letter);
size_t pattern_name_length(const char *at);
const char *pattern_name_before(const char *line, const char *end);

/* Keeps a name as what a letter of a pattern stands for. Returns 1, or 0: it cannot be one. */
int pattern_keep(struct complaint *, char what, const char *name, size_t length);
