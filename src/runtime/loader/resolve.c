/* Resolves a library's symbols, versioned names by their nearest.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/loader/resolve.h"
#include "runtime/loader/symbol.h"
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

lazynccl_symbol lazynccl_resolve_one(const lazynccl_library *library, int index, void *handle,
                                     const struct lazynccl_objects *own)
{
    return lazynccl_symbol_of(handle, lazynccl_symbol_name(library->description, index), NULL, own);
}

lazynccl_symbol lazynccl_fallback_of(lazynccl_library *library, int index)
{
    return library->trampolines->fallbacks[library->trampolines->row_of_slot[index]];
}

int lazynccl_resolve_all(const lazynccl_library *library, void *handle, int major,
                         const struct lazynccl_objects *own, lazynccl_symbol *found)
{
    const struct lazynccl_description *desc = library->description;
    const struct lazynccl_trampolines *code = library->trampolines;
    const char *name = desc->symbols;
    int newest = -2, count = 0, minors = desc->highest_minor + 1;
    char other[LAZYNCCL_SYMBOL_BYTES];

    errno = 0;
    for (int i = 0; i < desc->count; name = lazynccl_symbol_next(desc, i++, name)) {
        found[i] = lazynccl_symbol_of(handle, name, NULL, own);
        if (!found[i] && desc->family) {
            /* the slot before is the same function one minor older, resolved by this same rule */
            if (i % minors > 0)
                found[i] = found[i - 1];
            if (!found[i]) {
                lazynccl_plain_name(name, other);
                found[i] = lazynccl_symbol_of(handle, other, NULL, own);
            }
        } else if (!found[i] && desc->suffixed) {
            if (newest == -2)
                newest = lazynccl_newest_suffix(library, handle, major, own);
            snprintf(other, sizeof other, desc->suffixed, name, major, newest);
            if (newest >= 0)
                found[i] = lazynccl_symbol_of(handle, other, NULL, own);
        }
        count += found[i] != NULL;
    }
    if (count && code && code->version_fallback && !found[code->version_slot])
        found[code->version_slot] = code->version_fallback;
    return errno == ENOMEM ? -1 : count;
}
