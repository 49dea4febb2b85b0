/* Makes a stand-in of a library from the template of its machine.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * The stand-in has the library's SONAME, version nodes and functions, and loads nothing until one
 * of them is called. The writer uses only libelf. The same input gives the same bytes. */
#pragma once

#include "standin/elf/lazy_section.h"

/* Writes a stand-in into an empty file. Returns NULL or the failure, valid until the next call. */
const char *make_file(struct source_library *, const struct make_hints *, int fd);

/* Does the same at a path. If it fails, nothing changes there. */
const char *make_at(struct source_library *, const struct make_hints *, const char *path);
