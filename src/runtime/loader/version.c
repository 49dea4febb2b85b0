/* Asks an open library for its version.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/loader/version.h"
#include "runtime/loader/related.h"
#include "runtime/loader/resolve.h"
#include "runtime/loader/variant.h"

/* Sets the function of a slot of the base library of a suffix family; NULL if it is absent. */
static void lazynccl_ask_base(const lazynccl_library *library, int slot, void *handle,
                              lazynccl_function *symbol)
{
    *symbol = lazynccl_resolve_one(library->base, slot, handle);
    if (lazynccl_leads_to_build(*symbol))
        *symbol = NULL;
}

int lazynccl_ask_version(const lazynccl_library *library, void *handle,
                         const struct lazynccl_outcome *outcome)
{
    const struct lazynccl_description *desc = library->base->description;
    int slot = desc->version_function ? lazynccl_symbol_index(desc, desc->version_function) : -1;
    lazynccl_function symbol = NULL;
    int version = 0;

    (void)handle;
    if (slot >= 0 && library == library->base)
        symbol = outcome->found[slot];
    if (slot >= 0 && library != library->base)
        lazynccl_ask_base(library, slot, handle, &symbol);
    if (symbol)
        version = library->base->trampolines->version(symbol);
    if (!symbol)
        lazynccl_read_suffix(library, handle, outcome, &version);
    if (version > 0 && version < 10000) /* NCCL up to 2.8 used major*1000 */
        version = version / 1000 * 10000 + version % 1000;
    return version > 0 ? version : 0;
}
