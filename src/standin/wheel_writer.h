/* Writes a wheel and its RECORD.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * The same files give the same bytes: the wheel has no times, and only two kinds of permissions. */
#pragma once

#include "common/text/strings.h"

struct wheel_writer {
    struct archive *archive; /* libarchive's */
    struct strings record;   /* the lines of RECORD */
    const char *why;         /* the first error; NULL: none */
    int cannot_write;        /* 1: the wheel file itself cannot be written */
    char reason[512];        /* the storage of `why` */
};

/* Begins a wheel in an empty file. */
void wheel_writer_begin(struct wheel_writer *, int fd);

/* Adds a file. wheel_writer_add_file() reads the descriptor's whole file from the start. */
void wheel_writer_add(struct wheel_writer *, const char *name, const void *bytes, size_t size);
void wheel_writer_add_file(struct wheel_writer *, const char *name, int executable, int fd);

/* Adds RECORD under this name and frees the members. Returns NULL, or the reason why the wheel is
 * incomplete, which is valid as long as the writer. */
const char *wheel_writer_end(struct wheel_writer *, const char *record);
