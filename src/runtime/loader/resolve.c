/* Resolves a library's symbols by name and version, suffixed names by their nearest.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/loader/resolve.h"
#include "runtime/library/symbol_version.h"
#include "runtime/loader/symbol.h"
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

/* A symbol that serves for a slot, which may have another name. If the file defines no versions,
 * the bare name is all that there is. */
static lazynccl_symbol find(const lazynccl_library *library, int index, const char *name,
                            void *handle, const struct lazynccl_objects *own)
{
    lazynccl_symbol found = NULL;
    const char *version;
    int n = 0;

    while (!found && (version = lazynccl_symbol_version(library, index, n))) {
        found = lazynccl_symbol_of(handle, name, version, own);
        n++;
    }
    if (!found && (n == 0 || !lazynccl_defines_versions(handle)))
        found = lazynccl_symbol_of(handle, name, NULL, own);
    return found;
}

lazynccl_symbol lazynccl_resolve_one(const lazynccl_library *library, int index, void *handle,
                                     const struct lazynccl_objects *own)
{
    return find(library, index, lazynccl_symbol_name(library->description, index), handle, own);
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
        found[i] = find(library, i, name, handle, own);
        if (!found[i] && desc->family) {
            /* the slot before is the same function one minor older, resolved by this same rule */
            if (i % minors > 0)
                found[i] = found[i - 1];
            if (!found[i]) {
                lazynccl_plain_name(name, other);
                found[i] = find(library, i, other, handle, own);
            }
        } else if (!found[i] && desc->suffixed) {
            if (newest == -2)
                newest = lazynccl_newest_suffix(library, handle, major, own);
            snprintf(other, sizeof other, desc->suffixed, name, major, newest);
            if (newest >= 0)
                found[i] = find(library, i, other, handle, own);
        }
        count += found[i] != NULL;
    }
    if (count && code && code->version_fallback && !found[code->version_slot])
        found[code->version_slot] = code->version_fallback;
    return errno == ENOMEM ? -1 : count;
}
