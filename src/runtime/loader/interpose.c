/* Replaces functions of a library by those that preloaded objects define.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/loader/interpose.h"
#include "runtime/loader/resolve.h"
#include "runtime/loader/symbol.h"
#include "runtime/loader/variant.h"
#include <dlfcn.h>
#include <string.h>

/* Returns the next preloaded object after `map` in the program's list, or NULL. Preloaded objects
 * are between the program and the first library that it needs. So is the kernel's vDSO, whose name
 * has no slash. */
LAZYNCCL_READS_LDSO
static const struct link_map *next_preloaded(const struct link_map *program,
                                             const struct link_map *map)
{
    while (map && (map = map->l_next)) {
        if (lazynccl_is_needed(program, map->l_name))
            return NULL;
        if (strchr(map->l_name, '/') && map->l_ld != _DYNAMIC && !lazynccl_is_build(map))
            return map;
    }
    return NULL;
}

LAZYNCCL_READS_LDSO
int lazynccl_interpose(const lazynccl_library *library, lazynccl_function *found, const char *path)
{
    const struct lazynccl_description *desc = library->description;
    const struct link_map *program = lazynccl_map_of(dlopen(NULL, RTLD_LAZY));
    const struct link_map *first = next_preloaded(program, program);
    const char *name = lazynccl_symbol_first(desc);
    int count = 0;

    for (int i = 0; first && i < desc->count; name = lazynccl_symbol_next(desc, i++, name)) {
        lazynccl_function other = lazynccl_symbol_of(RTLD_DEFAULT, name, NULL);
        const struct link_map *map = first;
        Dl_info info;

        if (!other || other == found[i] || !dladdr((void *)(uintptr_t)other, &info))
            continue;
        while (map && (const void *)map->l_addr != info.dli_fbase)
            map = next_preloaded(program, map);
        if (lazynccl_is_copy(desc, map))
            continue;
        /* dlvsym() skips an object that defines no versions and needs versions of others */
        if (map && lazynccl_dynamic(map->l_ld, map->l_addr, DT_VERDEF))
            other = lazynccl_resolve_name(library, i, name, RTLD_DEFAULT, "");
        if (map && other) {
            dlopen(path, LAZYNCCL_DLOPEN | RTLD_NOLOAD | RTLD_GLOBAL);
            found[i] = other;
            count++;
        }
    }
    return count;
}
