/* Resolves slots. Stand-ins have an implementation of their own.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/library/library.h"
#include "runtime/search/objects.h"

/* Resolves every slot: the name itself, or a suffixed name's nearest that the library has. Returns
 * how many of `found` are not NULL; -1 if out of memory. */
int lazynccl_resolve_all(const lazynccl_library *, void *handle, int major,
                         const struct lazynccl_objects *own, lazynccl_symbol *found);

/* The same for one slot. */
lazynccl_symbol lazynccl_resolve_one(const lazynccl_library *, int index, void *handle,
                                     const struct lazynccl_objects *own);

/* What answers a call of a slot's function if that is absent; NULL: nothing may. */
lazynccl_symbol lazynccl_fallback_of(lazynccl_library *, int index);
