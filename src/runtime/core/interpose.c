/* Calls what preloaded objects define in place of the library.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/core/search.h"
#include <dlfcn.h>
#include <string.h>

/* Returns 1 if a loaded file is a build of lazynccl: it has the marker note. */
LAZYNCCL_READS_LDSO
static int is_build(const struct link_map *map)
{
    const char *start = (const char *)map->l_addr;
    const ElfW(Ehdr) *file = (const void *)start;
    const ElfW(Phdr) *part = (const void *)(start + file->e_phoff);

    for (int i = 0; i < file->e_phnum; i++, part++) {
        const char *note = start + part->p_vaddr, *end = note + part->p_memsz;

        while (part->p_type == PT_NOTE && end - note > (ptrdiff_t)sizeof(ElfW(Nhdr))) {
            const ElfW(Nhdr) *head = (const void *)note;

            note += sizeof *head;
            if (head->n_namesz == sizeof "lazynccl" && strcmp(note, "lazynccl") == 0)
                return 1;
            note += (head->n_namesz + 3) / 4 * 4 + (head->n_descsz + 3) / 4 * 4;
        }
    }
    return 0;
}

/* Returns the preloaded object after one of the program's list, NULL after the last. Preloaded
 * objects stand between the program and the first library that it needs; the kernel's has no
 * folder. */
LAZYNCCL_READS_LDSO
static const struct link_map *next_preloaded(const struct link_map *program,
                                             const struct link_map *map)
{
    while (map && (map = map->l_next)) {
        if (lazynccl_is_needed(program, map->l_name))
            return NULL;
        if (strchr(map->l_name, '/') && map->l_ld != _DYNAMIC && !is_build(map))
            return map;
    }
    return NULL;
}

/* Preloaded objects look up the library's functions with RTLD_NEXT, so the library joins the global
 * scope. If this build exports the names, an object that precedes it calls it already. */
LAZYNCCL_READS_LDSO
static void lazynccl_interpose(struct lazynccl_search *s)
{
    const struct lazynccl_description *desc = s->description;
    const struct link_map *program = lazynccl_map_of(dlopen(NULL, RTLD_LAZY));
    const struct link_map *first = LAZYNCCL_EXPORTS ? NULL : next_preloaded(program, program);
    const char *name = lazynccl_symbol_first(desc);

    for (int i = 0; first && i < desc->count; name = lazynccl_symbol_next(desc, i++, name)) {
        lazynccl_function other = lazynccl_symbol_of(RTLD_DEFAULT, name, NULL);
        const struct link_map *map = first;
        Dl_info info;

        if (!other || other == s->outcome->found[i] || !dladdr((void *)(uintptr_t)other, &info))
            continue;
        while (map && (const void *)map->l_addr != info.dli_fbase)
            map = next_preloaded(program, map);
        /* dlvsym() passes over an object that has no versions and needs those of others */
        if (map && lazynccl_dynamic(map->l_ld, map->l_addr, DT_VERDEF))
            other = lazynccl_resolve_name(s->library, i, name, RTLD_DEFAULT, "");
        if (map && other) {
            dlopen(s->outcome->path, LAZYNCCL_DLOPEN | RTLD_NOLOAD | RTLD_GLOBAL);
            s->outcome->found[i] = other;
        }
    }
}
