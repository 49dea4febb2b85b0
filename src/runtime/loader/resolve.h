/* Resolves slots. Stand-ins have an implementation of their own.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/library/library.h"

/* Resolves every slot: the name itself, or a suffixed name's nearest that the library has. */
void lazynccl_resolve_all(const lazynccl_library *, void *handle, int major,
                          lazynccl_function *found);

/* Old libraries without the function that returns the version get one of ours. */
void lazynccl_add_version_function(const lazynccl_library *, lazynccl_function *found);

/* The symbol that serves for a slot, by its own name, or by another. */
lazynccl_function lazynccl_resolve_name(const lazynccl_library *, int index, const char *name,
                                        void *handle);
lazynccl_function lazynccl_resolve_one(const lazynccl_library *, int index, void *handle);

/* What answers a call of a slot's function if that is absent; NULL: nothing may. */
lazynccl_function lazynccl_fallback_of(lazynccl_library *, int index);

/* The n-th of the versions of which the function of a slot must have one, in the order in which
 * they are tried; NULL: there are no more. A file that defines versions, but none of these, lacks
 * the function, as it does for a program that was linked with the library. */
#ifndef LAZYNCCL_WITHOUT_VERSIONS
const char *lazynccl_symbol_version(const lazynccl_library *, int index, int n);
#else /* a vendored copy of libraries whose stubs have none: all that uses this costs nothing */
#define lazynccl_symbol_version(library, index, n)                                                 \
    ((void)(library), (void)(index), (void)(n), (const char *)NULL)
#endif
