/* Makes a stand-in of a library from the template of its machine.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * It has the library's SONAME, version nodes and functions, and loads nothing until the first call
 * of one. Through libelf alone. The same input gives the same bytes. */
#pragma once

#include "standin/elf/lazy_section.h"

/* Writes a stand-in into an empty file. Returns NULL, or why it could not; the reason lives until
 * the next call. */
const char *make_file(struct source_library *, const struct make_hints *, int fd);

/* Writes the stand-in to a path: either the whole file, or nothing changes there. */
const char *make_at(struct source_library *, const struct make_hints *, const char *path);
