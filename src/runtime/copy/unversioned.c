/* Resolves the names of a copy whose functions have no versions.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/loader/resolve.h"
#include "runtime/loader/symbol.h"
#include "runtime/loader/variant.h"

/* Looks up the version `base`, unless it is "" or NULL, and then the name without a version. */
lazynccl_function lazynccl_resolve_name(const lazynccl_library *library, int index,
                                        const char *name, void *handle, const char *base)
{
    lazynccl_function found = NULL;

    (void)library;
    (void)index;
    (void)base;
    if (lazynccl_is_based(base))
        found = lazynccl_symbol_of(handle, name, base);
    return found ? found : lazynccl_symbol_of(handle, name, NULL);
}
