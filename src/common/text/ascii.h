/* Writes the signs that the command draws with in ASCII, where the locale has nothing else.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include <stddef.h>

/* 1 if the locale's variables name a character set that is not UTF-8. Unset they say nothing: so it
 * is in containers, whose terminals know UTF-8. */
int ascii_is_wanted(void);

/* The line with "…", "·", "→" and the lines of a tree in ASCII, to be freed. What becomes longer
 * takes its room from the next blanks, so that columns stay aligned. */
char *ascii_line(const char *text, size_t length);
