/* Versions, all as major*10000 + minor*100 + patch.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_SEARCH_FILE_VERSION_H
#define LAZYNCCL_SEARCH_FILE_VERSION_H

#include "library/library.h"
#include <sys/types.h>

#define LAZYNCCL_VERSION_TEXT 16

/* "2.28.9", "12.9" for CUDA's libraries, "of unknown version" for 0. Returns `text`. */
const char *lazynccl_version_text(const struct lazynccl_description *, int version,
                                  char text[LAZYNCCL_VERSION_TEXT]);

/* What an open library says of itself; 0 if it says nothing. */
int lazynccl_version_asked(const lazynccl_library *, void *handle, int major);

/* What stands in a file, without opening it as a library; 0 if nothing does. */
int lazynccl_version_in_file(const struct lazynccl_description *, const char *path);

/* Where a file goes on from an offset: there, or behind a hole, which has no text and may be of any
 * size. -1: nowhere. */
off_t lazynccl_behind_hole(int fd, off_t at);

#endif
