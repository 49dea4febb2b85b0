/* The patterns of the table of messages, as they are looked for.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include <stddef.h>

/* In lower case, as texts and patterns are compared. To be freed. */
char *pattern_lower(const char *text, size_t length);

/* Where the text has the pattern; NULL: nowhere. */
const char *pattern_search(const char *text, const char *pattern);

/* How long the name is that begins here: what '%' stands for. */
size_t pattern_name_length(const char *text);
