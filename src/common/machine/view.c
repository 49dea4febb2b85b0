/* Answers what the search asks about a target: variables, files, ld.so's list of folders.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/machine/view.h"
#include "common/files/elf_cache.h"
#include "common/files/root.h"
#include "common/text/memory.h"
#include <errno.h>
#include <unistd.h>

char *view_inside(const struct target *target, const char *path)
{
    return root_inside(target->root, memory_copy(path));
}

const char *view_variable(const struct lazynccl_view *view, const char *name)
{
    size_t length = strlen(name);

    for (char **at = ((const struct target *)view)->environment; *at; at++)
        if (strncmp(*at, name, length) == 0 && (*at)[length] == '=')
            return *at + length + 1;
    return NULL;
}

void view_add_object(struct target *target, const char *path, const char *soname, int is_build)
{
    struct lazynccl_objects *objects = &target->objects;

    *MEMORY_ADD(objects->list, objects->count) = (struct lazynccl_object){
        .path = memory_copy(path), .soname = memory_copy(soname), .is_build = is_build};
}

/* $ORIGIN and ${ORIGIN} for the folder of the file; other tokens stay and so match nothing. */
static char *expand(const char *entry, size_t length, const char *origin)
{
    static const char *const tokens[] = {"$ORIGIN", "${ORIGIN}"};
    char *text = memory_copy_part(entry, length), *token;

    for (int i = 0; i < 2; i++)
        if ((token = strstr(text, tokens[i]))) {
            OWNED(memory) char *whole = text;

            return memory_print("%.*s%s%s", (int)(token - whole), whole, origin ? origin : "",
                                token + strlen(tokens[i]));
        }
    return text;
}

static void add_path(const struct lazynccl_view *view, struct lazynccl_folders *folders,
                     const char *path, const char *separators, enum lazynccl_via via)
{
    OWNED(memory) char *origin = memory_folder(view->module);

    if (path && !*path) /* ld.so ignores it */
        return;
    while (path) {
        size_t length = strcspn(path, separators);

        OWNED(memory) char *folder = expand(path, length, origin);
        lazynccl_folders_add(folders, folder, via);
        path = path[length] ? path + length + 1 : NULL;
    }
}

void view_folders(const struct lazynccl_view *view, struct lazynccl_folders *folders)
{
    const struct target *target = (const struct target *)view;
    const struct elf_file *file = &target->file;

    /* RUNPATH turns RPATH off, its own file's and that of those that led to it */
    for (const struct target *c = file->runpath ? NULL : target; c; c = c->loader)
        if (!c->file.runpath)
            add_path(&c->view, folders, c->file.rpath, ":", LAZYNCCL_VIA_RPATH);
    add_path(view, folders, view->variable(view, "LD_LIBRARY_PATH"), ":;",
             LAZYNCCL_VIA_LD_LIBRARY_PATH);
    add_path(view, folders, file->runpath, ":", LAZYNCCL_VIA_RUNPATH);
    lazynccl_folders_add(folders, LAZYNCCL_LDSO_CACHE, LAZYNCCL_VIA_CACHE);
    for (int i = 0; lazynccl_ldso_defaults[i]; i++)
        lazynccl_folders_add(folders, lazynccl_ldso_defaults[i], LAZYNCCL_VIA_DEFAULT);
}

int view_fits(const struct elf_file *asks, const struct elf_file *file)
{
    if (asks->handle)
        return file->class == asks->class && file->machine == asks->machine;
    return file->class == 64 && file->machine == LAZYNCCL_ELF_MACHINE;
}

int view_is_musl(const struct elf_file *file)
{
    for (size_t i = 0; i < file->needed_count; i++)
        if (strncmp(file->needed[i], "libc.musl-", 10) == 0 ||
            strcmp(file->needed[i], "libc.so") == 0)
            return 1;
    return 0;
}

/* ld.so skips files that it has no permission to open. */
static int is_considered(const struct target *target, const char *inside)
{
    const struct elf_file *file = elf_cache_get(inside, NULL);

    return file ? view_fits(&target->file, file) : access(inside, R_OK) == 0 || errno != EACCES;
}

void view_walk_begin(struct view_walk *walk, const struct target *target, const char *soname)
{
    *walk = (struct view_walk){.target = target, .soname = soname};
    lazynccl_walk_begin(&walk->files, &target->view, soname, &walk->arena);
}

/* The next path that ld.so would consider, or NULL. A path in place of a soname is not searched. */
static const char *next_path(struct view_walk *walk)
{
    const struct lazynccl_objects *objects = walk->target->view.objects;

    while (walk->object < objects->count && !strchr(walk->soname, '/')) {
        const struct lazynccl_object *object = &objects->list[walk->object++];

        walk->via = LAZYNCCL_VIA_LOADED;
        if (object->soname && strcmp(object->soname, walk->soname) == 0)
            return object->path;
    }
    return strchr(walk->soname, '/') ? NULL : lazynccl_walk_next(&walk->files, &walk->via);
}

const char *view_walk_next(struct view_walk *walk)
{
    const char *path;

    while ((path = next_path(walk))) {
        free(walk->path);
        walk->path = view_inside(walk->target, path);
        if (walk->path && is_considered(walk->target, walk->path))
            return walk->path;
    }
    return NULL;
}

void view_walk_free(struct view_walk *walk)
{
    free(walk->path);
    lazynccl_arena_free(&walk->arena);
}
