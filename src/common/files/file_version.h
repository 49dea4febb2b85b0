/* A library's version, read from the file without opening it as a library.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/library/description.h"
#include <sys/types.h>

/* Returns the version of the library in a file; 0 if it is not found. */
int file_version_read(const struct lazynccl_description *, const char *path);

/* Returns the next offset of a file, at or after `at`, that is not in a hole: a hole contains no
 * text and may be of any size. -1: there is none. */
off_t file_version_after_hole(int fd, off_t at);
