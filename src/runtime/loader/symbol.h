/* Looks up the symbols of an open library.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_LOADER_SYMBOL_H
#define LAZYNCCL_LOADER_SYMBOL_H

#include "runtime/library/library.h"
#include "runtime/search/objects.h"

/* A function of an open library by name and version (NULL: any); NULL if it has none, or if the
 * name leads to a lazynccl build: a call would then come back to us forever. own: the library's
 * object. NULL and errno ENOMEM if that cannot be told. */
lazynccl_symbol lazynccl_symbol_of(void *handle, const char *symbol, const char *version,
                                   const struct lazynccl_objects *own);

/* The newest minor of a suffix family that an open library has; -1: none. own: its object, or
 * NULL. */
int lazynccl_newest_suffix(const lazynccl_library *, void *handle, int major,
                           const struct lazynccl_objects *own);

#endif
