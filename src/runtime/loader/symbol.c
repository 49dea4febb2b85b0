/* Asks an open library for a symbol, and trusts no answer that leads back to lazynccl.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/loader/symbol.h"
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdio.h>
#include <string.h>

/* What most libraries need: none of these defines a function of another library. */
static int is_runtime(const char *needed)
{
    static const char stems[] = "libc.\0libm.\0libpthread.\0libdl.\0librt.\0libutil.\0libgcc_s.\0"
                                "libstdc++.\0ld-linux";
    size_t length;

    for (const char *stem = stems; stem < stems + sizeof stems; stem += length + 1)
        if (strncmp(needed, stem, length = strlen(stem)) == 0)
            return 1;
    return 0;
}

LAZYNCCL_NO_TSAN
const uint32_t *lazynccl_exports_of(const struct link_map *map)
{
    uintptr_t exports = 0, strings = 0;

    for (const ElfW(Dyn) *entry = map->l_ld; entry->d_tag; entry++)
        if (entry->d_tag == DT_GNU_HASH)
            exports = entry->d_un.d_ptr;
        else if (entry->d_tag == DT_STRTAB)
            strings = entry->d_un.d_ptr;
    /* not every machine and C library relocates them */
    exports += exports && exports < map->l_addr ? map->l_addr : 0;
    strings += strings < map->l_addr ? map->l_addr : 0;
    for (const ElfW(Dyn) *entry = map->l_ld; entry->d_tag; entry++)
        if (entry->d_tag == DT_FILTER || entry->d_tag == DT_AUXILIARY ||
            (entry->d_tag == DT_NEEDED && !is_runtime((char *)strings + entry->d_un.d_val)))
            return NULL;
    return (const uint32_t *)exports;
}

/* 0 if the library is known to lack a name, by the filter that ld.so asks first, too: dlsym would
 * write an error text, and a new release's stub has many names that an older library lacks. */
static int may_export(const uint32_t *exports, const char *name)
{
    uint32_t hash = 5381;

    if (!exports || !exports[0]) /* no buckets: ld.so does not read on either */
        return 1;
    while (*name)
        hash = hash * 33 + (unsigned char)*name++;
    uint64_t word = ((const uint64_t *)(exports + 4))[hash / 64 & (exports[2] - 1)];
    return word >> hash % 64 & word >> (hash >> (exports[3] & 31)) % 64 & 1;
}

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
    lazynccl_symbol function = NULL;
    void *address = NULL;

    if (!own->count || may_export(own->list->exports, symbol))
        address = version ? dlvsym(handle, symbol, version) : dlsym(handle, symbol);

    if (address && !leads_to_us(address, own))
        memcpy(&function, &address, sizeof function); /* ISO C has no cast for this */
    return function;
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
        if (own ? lazynccl_symbol_of(handle, symbol, NULL, own) != NULL
                : dlsym(handle, symbol) != NULL)
            return minor;
    }
    return -1;
}
