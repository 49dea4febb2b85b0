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

/* Which SONAME is the newest of a library. */
struct newest {
    const struct target *target;
    size_t stem;       /* length of "libfoo.so." */
    const char *above; /* only what is newer than this */
    char *soname;      /* NULL: none so far */
};

/* Keeps a name if it is a newer SONAME and ld.so finds a file that has it. Without this check,
 * libfoo.so.1.2.3, whose SONAME is libfoo.so.1, or an entry of an outdated cache would count. */
static void consider_name(struct newest *newest, const char *name)
{
    const char *above = newest->soname ? newest->soname : newest->above;

    if (strncmp(name, newest->above, newest->stem) != 0 || strverscmp(name, above) <= 0)
        return;
    OWNED(memory) char *path = linker_first(newest->target, name, NULL);
    const struct elf_file *file = path ? elf_cache_get(path, NULL) : NULL;
    if (!file || !file->soname || strcmp(file->soname, name) != 0)
        return;
    free(newest->soname);
    newest->soname = memory_copy(name);
}

static void consider_folder(struct newest *newest, const char *path)
{
    OWNED(strings) struct strings names = {0};

    walk_names(path, &names);
    for (size_t i = 0; i < names.count; i++)
        consider_name(newest, names.list[i]);
}

/* Considers the names in ld.so.cache. Its strings end with NUL, and a SONAME may be the end of a
 * path. */
static void consider_cache(struct newest *newest, const char *path)
{
    FILE *file = fopen(path, "re");
    char *name = NULL;
    size_t size = 0;

    while (file && getdelim(&name, &size, '\0', file) > 0)
        consider_name(newest, strings_base_name(name));
    if (file)
        fclose(file);
    free(name);
}

char *linker_newer(const struct target *target, const char *soname)
{
    const char *so = strstr(soname, ".so.");
    struct newest newest = {.target = target, .above = soname};
    struct lazynccl_arena arena = {0};
    struct lazynccl_folders folders = {.arena = &arena};

    if (!so || strchr(soname, '/'))
        return NULL;
    newest.stem = (size_t)(so + strlen(".so.") - soname);
    view_folders(&target->view, &folders);
    for (const struct lazynccl_folder *at = folders.first; at; at = at->next) {
        OWNED(memory) char *path = view_inside(target, at->path);

        if (path && at->via == LAZYNCCL_VIA_CACHE)
            consider_cache(&newest, path);
        else if (path)
            consider_folder(&newest, path);
    }
    lazynccl_arena_free(&arena);
    return newest.soname;
}
