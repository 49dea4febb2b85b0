/* Looks up the symbols of an open library.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/loader/symbol.h"
#include "runtime/loader/variant.h"
#include <dlfcn.h>
#include <link.h>
#include <string.h>

lazynccl_function lazynccl_symbol_of(void *handle, const char *symbol, const char *version)
{
    void *address = version ? dlvsym(handle, symbol, version) : dlsym(handle, symbol);

    return (lazynccl_function)(uintptr_t)address; /* ISO C has no cast from an object pointer */
}

LAZYNCCL_READS_LDSO
const char *lazynccl_dynamic(const ElfW(Dyn) *entry, uintptr_t start, int tag)
{
    for (; entry && entry->d_tag != DT_NULL; entry++)
        if (entry->d_tag == tag)
            return (const char *)entry->d_un.d_ptr + (entry->d_un.d_ptr < start ? start : 0);
    return NULL;
}

LAZYNCCL_READS_LDSO
const char *lazynccl_base_version(const struct lazynccl_description *desc, void *handle)
{
    const struct link_map *map = lazynccl_map_of(handle);
    const char *at = lazynccl_dynamic(map->l_ld, map->l_addr, DT_VERDEF), *base = at ? "" : NULL;
    const char *strings = lazynccl_dynamic(map->l_ld, map->l_addr, DT_STRTAB);
    unsigned sum = 0;

    while (at && strings) {
        const ElfW(Verdef) *version = (const void *)at;

        sum += version->vd_hash;
        if (version->vd_ndx == 2) /* the first; index 1 is the file's own name */
            base =
                strings + ((const ElfW(Verdaux) *)(const void *)(at + version->vd_aux))->vda_name;
        at = version->vd_next ? at + version->vd_next : NULL;
    }
    return base && sum == desc->versions_sum ? "" : base;
}

int lazynccl_is_needed(const struct link_map *program, const char *path)
{
    const char *slash = strrchr(path, '/');

    return program && lazynccl_needs((void *)(uintptr_t)program, slash ? slash + 1 : path);
}

LAZYNCCL_READS_LDSO
int lazynccl_needs(void *handle, const char *soname)
{
    const struct link_map *map = lazynccl_map_of(handle);
    const char *strings = lazynccl_dynamic(map->l_ld, map->l_addr, DT_STRTAB);

    for (const ElfW(Dyn) *entry = map->l_ld; strings && entry->d_tag != DT_NULL; entry++)
        if (entry->d_tag == DT_NEEDED && strcmp(strings + entry->d_un.d_val, soname) == 0)
            return 1;
    return 0;
}
