/* Looks up the symbols of an open library.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/library/library.h"
#include <link.h>

/* Returns the address in an entry of a loaded module's dynamic section, or NULL. Adds `start`, the
 * module's address, unless ld.so has already done so in the section itself. */
const char *lazynccl_dynamic(const ElfW(Dyn) *, uintptr_t start, int tag);

/* Returns a function of an open library by name and version (NULL for any), or NULL. */
lazynccl_function lazynccl_symbol_of(void *handle, const char *symbol, const char *version);

/* Returns the version to which ld.so binds a function that had no version when the program was
 * linked: the first one that the file defines; NULL if it defines none. Returns "" if the file
 * defines the same versions as the file from which the stub's names are: the functions still have
 * none. */
const char *lazynccl_base_version(const struct lazynccl_description *, void *handle);

/* Evaluates to 1 if functions without versions are bound to this base version. */
#define lazynccl_is_based(base) ((base) && *(base))

/* Returns 1 if the program needs the file with this path. In ld.so's list, preloaded objects
 * precede all files that the program needs. */
int lazynccl_is_needed(const struct link_map *program, const char *path);

/* Returns 1 if an open file needs this SONAME. */
int lazynccl_needs(void *handle, const char *soname);
