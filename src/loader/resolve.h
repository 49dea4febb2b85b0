/* A library's symbols: names, versions, and the functions behind them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_LOADER_RESOLVE_H
#define LAZYNCCL_LOADER_RESOLVE_H

#include "library/library.h"
#include "search/loaded.h"

/* A symbol's name by its slot; its slot by name, or -1. */
const char *lazynccl_symbol_name(const struct lazynccl_description *, int index);
int lazynccl_symbol_index(const struct lazynccl_description *, const char *symbol);

/* "__nvJitLinkCreate_12_9" without what the suffix adds: "nvJitLinkCreate". */
#define LAZYNCCL_SYMBOL_BYTES 128 /* longer than any name with its suffix */
void lazynccl_plain_name(const char *symbol, char plain[LAZYNCCL_SYMBOL_BYTES]);

/* The versions that added and removed it; 0: never removed. */
int lazynccl_added_in(const struct lazynccl_description *, int index);
int lazynccl_removed_in(const struct lazynccl_description *, int index);

/* A function of an open library by name; NULL if it has none, or if the name leads to a form of
 * lazynccl: a call would then come back to us for ever. own: the library's object. */
lazynccl_symbol lazynccl_symbol_in(void *handle, const char *symbol,
                                   const struct lazynccl_objects *own);

/* Resolves every slot: the name itself, or a versioned name's nearest that the library has. Returns
 * how many of `found` are not NULL. */
int lazynccl_resolve_all(const lazynccl_library *, void *handle, int major,
                         const struct lazynccl_objects *own, lazynccl_symbol *found);

/* The newest minor of a suffix family that an open library has; -1: none. */
int lazynccl_newest_suffix(const lazynccl_library *, void *handle, int major);

#endif
