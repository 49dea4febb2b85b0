/* Resolves a library's symbols, versioned names by their nearest.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "loader/attempt.h"
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

/* 1 if an address that dlsym found lies in a lazynccl build, or if that cannot be told: not if in
 * the library itself, but one of its dependencies may be a build. */
static int leads_to_us(const void *address, const struct lazynccl_objects *own)
{
    struct lazynccl_objects other;
    int ours;

    if (lazynccl_objects_at(own, address))
        return 0;
    if (lazynccl_objects_list(&other, address) < 0) {
        errno = ENOMEM;
        return 1;
    }
    ours = other.count && other.list->ours;
    lazynccl_objects_free(&other);
    return ours;
}

lazynccl_symbol lazynccl_symbol_of(void *handle, const char *symbol, const char *version,
                                   const struct lazynccl_objects *own)
{
    void *address = version ? dlvsym(handle, symbol, version) : dlsym(handle, symbol);
    lazynccl_symbol function = NULL;

    if (address && !leads_to_us(address, own))
        memcpy(&function, &address, sizeof function); /* ISO C has no cast for this */
    return function;
}

int lazynccl_newest_suffix(const lazynccl_library *library, void *handle, int major)
{
    const struct lazynccl_description *stub = library->root->description;
    char symbol[LAZYNCCL_SYMBOL_BYTES];

    /* slot 0: the oldest function, which is in every family */
    for (int minor = stub->highest_minor; stub->suffixed && minor >= 0; minor--) {
        snprintf(symbol, sizeof symbol, stub->suffixed, stub->symbols, major, minor);
        if (dlsym(handle, symbol))
            return minor;
    }
    return -1;
}

int lazynccl_resolve_all(const lazynccl_library *library, void *handle, int major,
                         const struct lazynccl_objects *own, lazynccl_symbol *found)
{
    const struct lazynccl_description *stub = library->description;
    const struct lazynccl_trampolines *code = library->trampolines;
    const char *name = stub->symbols;
    int newest = -2, count = 0, minors = stub->highest_minor + 1;
    char other[LAZYNCCL_SYMBOL_BYTES];

    errno = 0;
    for (int i = 0; i < stub->count; name = lazynccl_symbol_next(stub, i++, name)) {
        found[i] = lazynccl_symbol_of(handle, name, NULL, own);
        if (!found[i] && stub->family) {
            /* the slot before is the same function one minor older, resolved by this same rule */
            if (i % minors > 0)
                found[i] = found[i - 1];
            if (!found[i]) {
                lazynccl_plain_name(name, other);
                found[i] = lazynccl_symbol_of(handle, other, NULL, own);
            }
        } else if (!found[i] && stub->suffixed) {
            if (newest == -2)
                newest = lazynccl_newest_suffix(library, handle, major);
            snprintf(other, sizeof other, stub->suffixed, name, major, newest);
            if (newest >= 0)
                found[i] = lazynccl_symbol_of(handle, other, NULL, own);
        }
        count += found[i] != NULL;
    }
    if (count && code && code->answer && !found[code->answered])
        found[code->answered] = code->answer;
    return errno == ENOMEM ? -1 : count;
}
