/* A wheel as a list of members, one after the other.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

struct wheel_archive {
    struct archive *archive; /* libarchive's; NULL: none */
    const char *why;         /* the first error, valid until the next one; NULL: none */
    const char *name;        /* the member's */
    long long size;          /* what it says that it unpacks to */
    unsigned type;           /* S_IFREG, S_IFDIR, ... */
    unsigned mode;           /* its permissions */
};

/* The list from its start on: wheel_archive_next() goes to the first member. */
struct wheel_archive wheel_archive_open(int fd);
void wheel_archive_free(struct wheel_archive *);

/* Goes to the next member. Returns 1, or 0 at the end or on an error. */
int wheel_archive_next(struct wheel_archive *);

/* Records "what: name", or only `what`, as the error. Returns 0. */
int wheel_archive_fail(struct wheel_archive *, const char *what, const char *name);

/* The whole text of the member, no more than it claims, to be freed; NULL: something went wrong. */
char *wheel_archive_text(struct wheel_archive *);

/* Unpacks the member: only an ELF file, or any file. Returns its descriptor; -1 if it is not an ELF
 * file, or on an error. */
int wheel_archive_unpack(struct wheel_archive *, int any);
