/* Looks up the symbols of an open library.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/library/library.h"
#include <link.h>

/* Returns the address in an entry of a loaded module's dynamic section, or NULL. ld.so has added
 * where the module begins to some entries, unless the section is read-only. */
const char *lazynccl_dynamic(const ElfW(Dyn) *, uintptr_t start, int tag);

/* Returns a function of an open library by name and version (NULL for any), or NULL. */
lazynccl_function lazynccl_symbol_of(void *handle, const char *symbol, const char *version);

/* Returns the version to which ld.so binds functions of programs that were linked when the library
 * gave them none: the first that the file defines, or NULL if there are none. Returns "" if the
 * file has the same versions as the one that the names are from: these functions still have none.
 */
const char *lazynccl_base_version(const struct lazynccl_description *, void *handle);

/* Evaluates to 1 if functions without versions are bound to this base version. */
#define lazynccl_is_based(base) ((base) && *(base))

/* Returns 1 if the program needs the file with this path. In ld.so's list, preloaded objects
 * precede all files that the program needs. */
int lazynccl_is_needed(const struct link_map *program, const char *path);

/* Returns 1 if an open file needs this SONAME. */
int lazynccl_needs(void *handle, const char *soname);
