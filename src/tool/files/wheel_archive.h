/* A wheel as a list of members, one after the other.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef LAZYNCCL_TOOL_FILES_WHEEL_ARCHIVE_H
#define LAZYNCCL_TOOL_FILES_WHEEL_ARCHIVE_H

#include "tool/files/libarchive.h"
#include <locale.h>

/* libarchive's functions, once an archive was started. */
extern const struct libarchive *wheel_archive;

/* Keeps and returns "what: name", or only what. The reason lives until the next one. */
const char *wheel_archive_fail(const char *what, const char *name);
const char *wheel_archive_reason(void);

/* The list of members from its start on, to be freed; NULL, with the reason kept. */
struct archive *wheel_archive_start(int fd);

/* The next member. Returns 1, 0 at the end, -1 with the reason kept. */
int wheel_archive_next(struct archive *, struct archive_entry **);

/* The whole text of a member, no more than it claims, to be freed; NULL, with the reason kept. */
char *wheel_archive_text(struct archive *, const char *name, long long claimed);

/* Unpacks a member if it is an ELF file. Returns its descriptor; -1: it is not one; -2 with the
 * reason kept. */
int wheel_archive_unpack(struct archive *, const char *name, long long size);

/* Lets libarchive read names in UTF-8; returns the locale to restore with uselocale(). */
locale_t wheel_archive_locale(void);

#endif
