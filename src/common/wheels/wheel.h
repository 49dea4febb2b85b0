/* A Python wheel: its metadata and its ELF files.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Wheels are read and written (standin/wheel_writer.h) through libarchive. A whole wheel is refused
 * if pip would not install it: names that lead out of site-packages, control characters in names,
 * duplicate names, or members that unpack to far more than is plausible. */
#pragma once

#include "common/wheels/dist_info.h"

struct wheel {
    struct dist_info metadata;
    struct strings names; /* of its files, sorted */
    int fd;
};

/* Reads the list of members and the metadata. Returns NULL, or the reason for a failure; do not
 * close the wheel then. The reason does not name the path and is valid until the next call. */
const char *wheel_open(struct wheel *, const char *path);
void wheel_close(struct wheel *);

/* Returns the text of a file in the wheel, to be freed; NULL if it is missing or unreadable. */
char *wheel_text(struct wheel *, const char *name);

/* Called with each file. The callback closes `fd`, the unpacked file. Non-zero stops the visits. */
typedef int wheel_visit(void *context, const char *name, int fd);

/* Visits all files except those for which `skips` returns 1. If `skips` is NULL, visits ELF files.
 * Returns NULL, or why the wheel cannot be read further. */
typedef int wheel_skip(void *context, const char *name);
const char *wheel_each(struct wheel *, wheel_skip *skips, wheel_visit *, void *context);
