/* Searches as the dynamic linker would.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/linking/linker.h"
#include "common/files/elf_cache.h"
#include "common/files/walk.h"
#include "common/text/memory.h"
#include "runtime/search/path.h"

char *linker_first(const struct target *target, const char *soname, const char **from)
{
    OWNED(view_walk) struct view_walk walk;

    view_walk_begin(&walk, target, soname);
    const char *path = view_walk_next(&walk);
    if (path && from)
        *from = target_via_word(walk.via);
    return memory_copy(path);
}

char *linker_find(struct machine *machine, const char *file, const char *soname, const char **from)
{
    const struct elf_file *elf = file ? machine_elf(machine, file) : NULL;
    const struct target other = elf ? target_as(machine->target, file, elf) : *machine->target;

    return linker_first(&other, soname, from);
}

char *linker_denied(struct machine *machine, const char *file, const char *soname)
{
    const struct elf_file *elf = file ? machine_elf(machine, file) : NULL;
    const struct target other = elf ? target_as(machine->target, file, elf) : *machine->target;
    OWNED(view_walk) struct view_walk walk;

    view_walk_begin(&walk, &other, soname);
    return view_walk_next(&walk) ? NULL : memory_copy(walk.denied);
}

static int has_file(const struct strings *paths, const char *path)
{
    size_t i = 0;

    while (i < paths->count && !lazynccl_same_file(paths->list[i], path))
        i++;
    return i < paths->count;
}

void linker_list(struct machine *machine, const char *soname, struct strings *paths)
{
    OWNED(view_walk) struct view_walk walk;
    const char *path;

    view_walk_begin(&walk, machine->target, soname);
    while ((path = view_walk_next(&walk)))
        if (!has_file(paths, path))
            strings_add(paths, path, strlen(path));
}

/* Adds the names in ld.so.cache, which contains strings that end with NUL. A SONAME may be stored
 * there only as the end of a path. */
static void add_cached(const char *path, struct strings *names)
{
    FILE *file = fopen(path, "re");
    OWNED(memory) char *name = NULL;
    size_t size = 0;

    while (file && getdelim(&name, &size, '\0', file) > 0)
        strings_print(names, "%s", strings_base_name(name));
    if (file)
        fclose(file);
}

/* Returns 1 if ld.so finds a file whose SONAME is this name. The SONAME of libfoo.so.1.2.3 is
 * libfoo.so.1, and a name in the cache may be outdated. */
static int is_soname(const struct target *target, const char *name)
{
    OWNED(memory) char *path = linker_first(target, name, NULL);
    const struct elf_file *file = path ? elf_cache_get(path, NULL) : NULL;

    return file && file->soname && strcmp(file->soname, name) == 0;
}

char *linker_newer(const struct target *target, const char *soname)
{
    const char *so = strstr(soname, ".so.");
    size_t stem = so ? (size_t)(so + strlen(".so.") - soname) : 0;
    struct lazynccl_arena arena = {0};
    struct lazynccl_folders folders = {.arena = &arena};
    OWNED(strings) struct strings names = {0};
    const char *newest = soname;

    if (!so || strchr(soname, '/'))
        return NULL;
    view_folders(&target->view, &folders);
    for (const struct lazynccl_folder *at = folders.first; at; at = at->next) {
        OWNED(memory) char *path = view_inside(target, at->path);

        if (path && at->via == LAZYNCCL_VIA_CACHE)
            add_cached(path, &names);
        else if (path)
            walk_names(path, &names);
    }
    lazynccl_arena_free(&arena);
    for (size_t i = 0; i < names.count; i++) {
        const char *name = names.list[i];

        if (strncmp(name, soname, stem) == 0 && strverscmp(name, newest) > 0 &&
            is_soname(target, name))
            newest = name;
    }
    return newest == soname ? NULL : memory_copy(newest);
}
