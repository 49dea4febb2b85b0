/* The functions that an open library has.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_LOADER_RESOLVE_H
#define LAZYNCCL_LOADER_RESOLVE_H

#include "library/library.h"
#include "search/loaded.h"

/* A function of an open library by name; NULL if it has none, or if the name leads to a lazynccl
 * build: a call would then come back to us forever. own: the library's object. */
lazynccl_symbol lazynccl_symbol_in(void *handle, const char *symbol,
                                   const struct lazynccl_objects *own);

/* Resolves every slot: the name itself, or a versioned name's nearest that the library has. Returns
 * how many of `found` are not NULL. */
int lazynccl_resolve_all(const lazynccl_library *, void *handle, int major,
                         const struct lazynccl_objects *own, lazynccl_symbol *found);

/* The newest minor of a suffix family that an open library has; -1: none. */
int lazynccl_newest_suffix(const lazynccl_library *, void *handle, int major);

#endif
