/* Resolves slots.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/loader/outcome.h"

/* Resolves every slot of an outcome, whose major is set, by its name. If the library lacks a
 * suffixed name, the nearest one that it has is used. */
void lazynccl_resolve_all(const lazynccl_library *, void *handle, struct lazynccl_outcome *);

/* Fills the slot of an absent version function if suffixes tell the version. */
void lazynccl_add_version(const lazynccl_library *, struct lazynccl_outcome *);

/* Return the function for a slot: the first by `name`, perhaps a related one, the second by the
 * slot's own name. `base` is the result of lazynccl_base_version(). */
lazynccl_function lazynccl_resolve_name(const lazynccl_library *, int index, const char *name,
                                        void *handle, const char *base);
lazynccl_function lazynccl_resolve_one(const lazynccl_library *, int index, void *handle);

/* Returns the symbol version accepted for a slot after the `last`, in the order of preference; the
 * first for NULL; NULL after the last. If a file defines versions but none of these, the function
 * is absent, as it is for a program linked with the library. */
const char *lazynccl_symbol_version(const lazynccl_library *, int index, const char *last);
