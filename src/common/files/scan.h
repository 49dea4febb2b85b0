/* Looks for text in files of any size, which may change while they are read.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include <stddef.h>

#define SCAN_AFTER 200

/* Called with the byte before a hit and up to SCAN_AFTER bytes after it. Non-zero ends the scan. */
typedef int scan_visit(void *context, char before, const char *after);

/* Calls `each` for every occurrence of the text from an offset on. Returns the last value of
 * `each`, or 0 if it was not called or the file cannot be read. */
int scan_each(const char *path, size_t offset, const char *text, scan_visit *each, void *context);

/* Returns 1 if the file has a string that is exactly this text. */
int scan_has(const char *path, const char *text);
