/* Answers what the search asks about a target: variables, files, ld.so's list of folders.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/machine/view.h"
#include "common/files/elf_cache.h"
#include "common/files/root.h"
#include "common/text/memory.h"
#include "runtime/search/path.h"
#include <errno.h>
#include <fcntl.h>
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

char *view_prefix(const char *path)
{
    OWNED(memory) char *site = memory_copy_part(path, lazynccl_site_length(path));
    OWNED(memory) char *python = memory_folder(site), *lib = memory_folder(python);

    return memory_folder(lib);
}

/* Returns the path without links of the program that loads the file, to be freed; NULL: unknown. */
static char *program_of(const struct target *target)
{
    while (target->loader)
        target = target->loader;
    if (target->program)
        return memory_copy(target->program);
    if (target->file.is_program)
        return root_real(target->root, target->module);
    OWNED(memory) char *prefix = target->module ? view_prefix(target->module) : NULL;
    OWNED(memory) char *python = memory_print("%s/bin/python3", prefix ? prefix : "");
    return prefix ? root_real(target->root, python) : NULL;
}

char *view_origin(const struct target *target, enum lazynccl_via via)
{
    int is_program = via == LAZYNCCL_VIA_LD_LIBRARY_PATH || target->file.is_program;
    OWNED(memory) char *program = is_program ? program_of(target) : NULL;

    return memory_folder(is_program ? program : target->module);
}

const char *view_lib(const struct target *target)
{
    for (int i = 0; lazynccl_ldso_defaults[i]; i++) {
        const char *folder = lazynccl_ldso_defaults[i];
        OWNED(memory) char *libc = memory_print("%s/libc.so.6", folder);
        OWNED(memory) char *inside = view_inside(target, libc);

        if (inside && access(inside, F_OK) == 0)
            return folder + (strncmp(folder, "/usr/", 5) == 0 ? 5 : 1);
    }
    return NULL;
}

char *view_expand(const char *element, size_t length, const char *origin, const char *lib)
{
    const char *const tokens[][2] = {
        {"$ORIGIN", origin}, {"${ORIGIN}", origin}, {"$LIB", lib}, {"${LIB}", lib}};
    char *text = memory_copy_part(element, length), *at;

    for (size_t i = 0; i < sizeof tokens / sizeof *tokens; i++) {
        const char *token = tokens[i][0], *value = tokens[i][1];

        for (size_t done = 0; value && (at = strstr(text + done, token)) != NULL;) {
            OWNED(memory) char *whole = text;
            int before = (int)(at - whole);

            text = memory_print("%.*s%s%s", before, whole, value, at + strlen(token));
            done = (size_t)before + strlen(value);
        }
    }
    return text;
}

static void add_path(const struct target *target, struct lazynccl_folders *folders,
                     const char *path, const char *separators, enum lazynccl_via via)
{
    int has_tokens = path && strchr(path, '$');
    OWNED(memory) char *origin = has_tokens ? view_origin(target, via) : NULL;
    const char *lib = has_tokens ? view_lib(target) : NULL;

    if (path && !*path) /* ld.so ignores an empty list */
        return;
    while (path) {
        size_t length = strcspn(path, separators);

        OWNED(memory) char *folder = view_expand(path, length, origin, lib);
        lazynccl_folders_add(folders, folder, via);
        path = path[length] ? path + length + 1 : NULL;
    }
}

void view_folders(const struct lazynccl_view *view, struct lazynccl_folders *folders)
{
    const struct target *target = (const struct target *)view;
    const struct elf_file *file = &target->file;
    const struct target *top = NULL;
    enum lazynccl_via rpath = LAZYNCCL_VIA_RPATHS;

    /* a file's RUNPATH turns off its own RPATH and the RPATHs of the files that led to it */
    for (const struct target *c = file->runpath ? NULL : target; c; c = c->loader) {
        if (!c->file.runpath)
            add_path(c, folders, c->file.rpath, ":", rpath++);
        top = c;
    }
    /* the Python of a module, if it is not the target: conda's has an RPATH */
    OWNED(memory) char *program = top && !top->file.is_program ? program_of(top) : NULL;
    OWNED(memory) char *inside = program ? view_inside(target, program) : NULL;
    const struct elf_file *python = inside ? elf_cache_head(inside, NULL) : NULL;
    if (python && !python->runpath)
        add_path(&(struct target){.root = target->root, .file = *python, .module = program},
                 folders, python->rpath, ":", rpath);
    add_path(target, folders, view->variable(view, "LD_LIBRARY_PATH"), ":;",
             LAZYNCCL_VIA_LD_LIBRARY_PATH);
    add_path(target, folders, file->runpath, ":", LAZYNCCL_VIA_RUNPATH);
    lazynccl_folders_add(folders, LAZYNCCL_LDSO_CACHE, LAZYNCCL_VIA_CACHE);
    for (int i = 0; lazynccl_ldso_defaults[i]; i++)
        lazynccl_folders_add(folders, lazynccl_ldso_defaults[i], LAZYNCCL_VIA_DEFAULT);
}

int view_fits(const struct elf_file *needing, const struct elf_file *file)
{
    if (needing->handle)
        return file->class == needing->class && file->machine == needing->machine;
    return file->class == 64 && file->machine == LAZYNCCL_ELF_MACHINE;
}

int view_is_musl(const struct elf_file *file)
{
    return elf_file_needs(file, "libc.musl-") || strings_has(&file->needed, "libc.so");
}

/* Returns 0 if ld.so takes the file or fails because of it, ENOEXEC if the file is for another
 * machine, or the error with which the file cannot be opened. */
static int error_of(const struct target *target, const char *inside)
{
    const struct elf_file *file = elf_cache_head(inside, NULL);
    int fd = file ? -1 : open(inside, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);

    if (file)
        return view_fits(&target->file, file) ? 0 : ENOEXEC;
    if (fd < 0)
        return errno;
    close(fd);
    return 0;
}

void view_walk_begin(struct view_walk *walk, const struct target *target, const char *soname)
{
    *walk = (struct view_walk){.target = target, .soname = soname};
    lazynccl_walk_begin(&walk->files, &target->view, soname, &walk->arena);
}

/* Returns the next path that ld.so would consider, or NULL. A soname with '/' is not searched. */
static const char *next_path(struct view_walk *walk)
{
    const struct lazynccl_objects *objects = walk->target->view.objects;

    while (walk->object < objects->count && !strchr(walk->soname, '/')) {
        const struct lazynccl_object *object = &objects->list[walk->object++];

        walk->via = LAZYNCCL_VIA_LOADED;
        if (object->soname && strcmp(object->soname, walk->soname) == 0)
            return object->path;
    }
    const char *path =
        strchr(walk->soname, '/') ? NULL : lazynccl_walk_next(&walk->files, &walk->via);
    if (walk->via >= LAZYNCCL_VIA_RPATHS)
        walk->via = LAZYNCCL_VIA_RPATH;
    return path;
}

/* Skips the rest of the list that led to the last file. */
static void leave_list(struct lazynccl_walk *files)
{
    const struct lazynccl_folder *last = files->folders;

    while (last->next != files->folder)
        last = last->next;
    while (files->folder && files->folder->via == last->via)
        files->folder = files->folder->next;
    files->first = NULL;
    files->last = &files->first;
}

/* Continues after the last path as ld.so does; `error` is from error_of(). ld.so skips a file that
 * is missing, unreadable or for another machine. After another error, such as a loop of links, it
 * goes on with the next list. From the cache, ld.so takes only the first file of a name. */
static void skip(struct view_walk *walk, int error)
{
    int is_as_absent = error == EACCES || error == ENOEXEC; /* ld.so then reports "not found" */

    if (walk->path && !walk->skipped && !is_as_absent) {
        walk->skipped = memory_copy(walk->path);
        walk->skipped_via = walk->via;
    }
    if (walk->path && error == EACCES && !walk->denied && access(walk->path, F_OK) == 0)
        walk->denied = memory_copy(walk->path);
    if (walk->via == LAZYNCCL_VIA_CACHE || !(is_as_absent || error == ENOENT))
        leave_list(&walk->files);
}

const char *view_walk_next(struct view_walk *walk)
{
    const char *path;

    while ((path = next_path(walk))) {
        free(walk->path);
        walk->path = view_inside(walk->target, path);
        int error = walk->path ? error_of(walk->target, walk->path) : errno;
        if (error) {
            skip(walk, error);
            continue;
        }
        walk->found = 1;
        return walk->path;
    }
    if (walk->found || !walk->skipped)
        return NULL;
    walk->found = 1;
    walk->via = walk->skipped_via;
    free(walk->path);
    return walk->path = memory_copy(walk->skipped);
}

void view_walk_free(struct view_walk *walk)
{
    free(walk->path);
    free(walk->skipped);
    free(walk->denied);
    lazynccl_arena_free(&walk->arena);
}
