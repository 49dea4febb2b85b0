/* Versions, all as major*10000 + minor*100 + patch, from text and as text.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_LIBRARY_VERSION_H
#define LAZYNCCL_LIBRARY_VERSION_H

#include "library/description.h"

#define LAZYNCCL_VERSION_TEXT 16

/* "2.28.9", "12.9" for CUDA's libraries, "of unknown version" for 0. Returns `text`. */
const char *lazynccl_version_text(const struct lazynccl_description *, int version,
                                  char text[LAZYNCCL_VERSION_TEXT]);

/* The version that a text begins with: two or three numbers with '.' or '_' between; 0: none. */
int lazynccl_version_read(const char *text);

#endif
