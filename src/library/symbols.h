/* The symbols of a library, by slot and by name, and the releases that have them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_LIBRARY_SYMBOLS_H
#define LAZYNCCL_LIBRARY_SYMBOLS_H

#include "library/description.h"

/* A symbol's name by its slot; its slot by name, or -1. */
const char *lazynccl_symbol_name(const struct lazynccl_description *, int index);
int lazynccl_symbol_index(const struct lazynccl_description *, const char *symbol);

/* "__nvJitLinkCreate_12_9" without what the suffix adds: "nvJitLinkCreate". */
#define LAZYNCCL_SYMBOL_BYTES 128 /* longer than any name with its suffix */
void lazynccl_plain_name(const char *symbol, char plain[LAZYNCCL_SYMBOL_BYTES]);

/* The version that added it, and the one that removed it; 0: never removed. */
int lazynccl_added_in(const struct lazynccl_description *, int index);
int lazynccl_removed_in(const struct lazynccl_description *, int index);

#endif
