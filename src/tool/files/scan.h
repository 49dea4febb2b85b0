/* Looks for text inside files of any size, which may change underfoot.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef LAZYNCCL_TOOL_FILES_SCAN_H
#define LAZYNCCL_TOOL_FILES_SCAN_H

#define SCAN_AFTER 200

/* Called with the byte before a hit, and what is behind it: SCAN_AFTER bytes at most, then a NUL.
 * Stops at the first that returns non-zero. */
typedef int scan_visit(void *context, char before, const char *behind);

/* Calls `each` for every place in the file where the text is. Returns what `each` returned last, 0
 * if it was not called or the file cannot be read. */
int scan_each(const char *path, const char *text, scan_visit *each, void *context);

/* 1 if the file has a string of just this text. */
int scan_has(const char *path, const char *text);

#endif
