/* A wheel as a list of members, one after the other.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

struct archive; /* libarchive's */

struct wheel_member {
    const char *name; /* until the next member is read */
    long long size;   /* what it says that it unpacks to */
    int is_file, is_folder;
};

/* Keeps and returns "what: name", or only what. The reason lives until the next one. */
const char *wheel_archive_fail(const char *what, const char *name);
const char *wheel_archive_reason(void);

/* The list of members from its start on; NULL, with the reason kept. */
struct archive *wheel_archive_start(int fd);
void wheel_archive_end(struct archive *);

/* The next member. Returns 1, 0 at the end, -1 with the reason kept. */
int wheel_archive_next(struct archive *, struct wheel_member *);

/* The whole text of a member, no more than it claims, to be freed; NULL, with the reason kept. */
char *wheel_archive_text(struct archive *, const struct wheel_member *);

/* Unpacks a member if it is an ELF file. Returns its descriptor; -1: it is not one; -2 with the
 * reason kept. */
int wheel_archive_unpack(struct archive *, const struct wheel_member *);
