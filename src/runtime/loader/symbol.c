/* Asks an open library for a symbol, and trusts no answer that leads back to lazynccl.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/loader/symbol.h"
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
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
    ours = other.count && other.list->is_build;
    lazynccl_objects_free(&other);
    return ours;
}

lazynccl_symbol lazynccl_symbol_of(void *handle, const char *symbol, const char *version,
                                   const struct lazynccl_objects *own)
{
    void *address = version ? dlvsym(handle, symbol, version) : dlsym(handle, symbol);
    lazynccl_symbol function = NULL;

    if (address && !(own && leads_to_us(address, own)))
        memcpy(&function, &address, sizeof function); /* ISO C has no cast for this */
    return function;
}

LAZYNCCL_NO_TSAN
LAZYNCCL_RUNTIME int lazynccl_defines_versions(void *handle)
{
    struct link_map *map = NULL;

    if (dlinfo(handle, RTLD_DI_LINKMAP, &map) < 0 || !map)
        return 0;
    for (const ElfW(Dyn) *entry = map->l_ld; entry->d_tag != DT_NULL; entry++)
        if (entry->d_tag == DT_VERDEF)
            return 1;
    return 0;
}

int lazynccl_newest_suffix(const lazynccl_library *library, void *handle, int major,
                           const struct lazynccl_objects *own)
{
    const struct lazynccl_description *desc = library->base->description;
    char symbol[LAZYNCCL_SYMBOL_BYTES], oldest[LAZYNCCL_SYMBOL_BYTES];

    /* slot 0: the oldest function, which is in every family */
    snprintf(oldest, sizeof oldest, "%s", desc->symbols);
    if (*oldest == '_')
        lazynccl_plain_name(desc->symbols, oldest);
    for (int minor = desc->highest_minor; desc->suffixed && minor >= 0; minor--) {
        snprintf(symbol, sizeof symbol, desc->suffixed, oldest, major, minor);
        if (lazynccl_symbol_of(handle, symbol, NULL, own))
            return minor;
    }
    return -1;
}
