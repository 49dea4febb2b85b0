/* Follows ld.so's search: its folders in order, with its cache between the named and the default
 * folders. In this process, ld.so itself reports the folders.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/search/ldso.h"
#include "runtime/library/compiler.h"
#include "runtime/search/elf_check.h"
#include "runtime/search/path.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

void lazynccl_folders_add(struct lazynccl_folders *folders, const char *path, enum lazynccl_via via)
{
    struct lazynccl_folder **at = &folders->first;

    if (!*path) /* means the working folder */
        path = ".";
    while (*at && ((*at)->via != via || strcmp((*at)->path, path) != 0))
        at = &(*at)->next;
    if (!*at && (*at = lazynccl_arena_take(folders->arena, sizeof **at)))
        **at = (struct lazynccl_folder){
            .via = via, .path = lazynccl_arena_copy(folders->arena, path, strlen(path))};
}

const char *const lazynccl_ldso_defaults[] = {"/lib/" LAZYNCCL_TRIPLET,
                                              "/usr/lib/" LAZYNCCL_TRIPLET,
                                              "/lib64",
                                              "/usr/lib64",
                                              "/lib",
                                              "/usr/lib",
                                              NULL};

#ifdef __GLIBC__

/* Counts ld.so's default folders, which glibc lists last without a mark. Returns 0 if they are not
 * known or the file disables them. */
static unsigned count_defaults(const Dl_serinfo *info)
{
    for (unsigned n = 4, first = 0; n; n -= 2, first += 2)
        if (n <= info->dls_cnt && strcmp(info->dls_serpath[info->dls_cnt - n].dls_name,
                                         lazynccl_ldso_defaults[first]) == 0)
            return n;
    return 0;
}

/* Returns a handle of a loaded file, or else of the program, whose name dlopen does not know.
 * `known` is set if the handle belongs to the file. */
static void *handle_of(const struct lazynccl_objects *loaded, const char *file, int *known)
{
    const char *name = lazynccl_objects_name(loaded, file);
    void *handle = name && *name ? dlopen(name, RTLD_LAZY | RTLD_NOLOAD) : NULL;

    *known = handle || (name && !*name);
    return handle ? handle : dlopen(NULL, RTLD_LAZY);
}

/* Adds the folders that ld.so searches for a loaded file before its cache and, on request, those
 * after it. */
static void add_folders_of(const struct lazynccl_view *view, const char *file, int after,
                           struct lazynccl_folders *folders)
{
    Dl_serinfo size, *info = NULL;
    int known, count = 0, named = 0;
    void *handle = handle_of(view->objects, file, &known);

    if (handle && dlinfo(handle, RTLD_DI_SERINFOSIZE, &size) == 0 &&
        (info = lazynccl_arena_take(folders->arena, size.dls_size)) &&
        dlinfo(handle, RTLD_DI_SERINFOSIZE, info) == 0 &&
        dlinfo(handle, RTLD_DI_SERINFO, info) == 0) {
        count = (int)info->dls_cnt;
        named = count - (int)count_defaults(info);
        if (!known || named == count)
            folders->unsure = 1;
    } else {
        folders->arena->error = ENOMEM;
    }
    for (int i = 0; i < named; i++)
        lazynccl_folders_add(folders, info->dls_serpath[i].dls_name, LAZYNCCL_VIA_UNKNOWN);
    if (after)
        lazynccl_folders_add(folders, LAZYNCCL_LDSO_CACHE, LAZYNCCL_VIA_CACHE);
    for (int i = named; after && i < count; i++)
        lazynccl_folders_add(folders, info->dls_serpath[i].dls_name, LAZYNCCL_VIA_UNKNOWN);
    if (handle)
        dlclose(handle); /* only drops the reference that dlopen took, so the file stays */
}

void lazynccl_ldso_folders(const struct lazynccl_view *view, struct lazynccl_folders *folders)
{
    if (view->walk && view->caller)
        add_folders_of(view, view->caller, 0, folders);
    add_folders_of(view, view->module, 1, folders);
}

#else /* musl does not report its folders: lists the variable's, leaves the rest to musl */

void lazynccl_ldso_folders(const struct lazynccl_view *view, struct lazynccl_folders *folders)
{
    const char *value = lazynccl_variable(view, "LD_LIBRARY_PATH");
    char *rest = value ? lazynccl_arena_copy(folders->arena, value, strlen(value)) : NULL;

    for (char *entry; (entry = strsep(&rest, ":\n"));)
        if (*entry)
            lazynccl_folders_add(folders, entry, LAZYNCCL_VIA_LD_LIBRARY_PATH);
    folders->unsure = 1;
}

#endif

/* /etc/ld.so.cache as glibc 2.2 and later write it (its sysdeps/generic/dl-cache.h); offsets of
 * strings count from the start of this header, which may follow one of the older format. */
#define CACHE_MAGIC "glibc-ld.so.cache1.1"
#define CACHE_BYTES (64 << 20) /* a larger cache is invalid */
struct cache_head {
    char magic[20];
    uint32_t count, strings, flags, extension, unused[3];
};
struct cache_entry {
    int32_t flags;
    uint32_t name, path, os;
    uint64_t hwcap;
};

/* Returns the string at an offset in the cache, or NULL if no NUL ends it. */
static const char *cache_string(const char *bytes, size_t size, uint32_t at)
{
    return at < size && memchr(bytes + at, '\0', size - at) ? bytes + at : NULL;
}

/* Returns 0 if ld.so would crash on the file or mistake it for the real library. */
LAZYNCCL_NOINLINE static int is_whole(const char *path, const char *wanted)
{
    char text[160], soname[LAZYNCCL_SONAME_BYTES];

    return !lazynccl_file_fault(path, text, sizeof text, soname) &&
           (!*soname || strcmp(soname, wanted) == 0);
}

static void add_file(struct lazynccl_walk *walk, const char *path, enum lazynccl_via via)
{
    struct lazynccl_file *file = lazynccl_arena_take(walk->arena, sizeof *file);

    if (!file)
        return;
    *file = (struct lazynccl_file){.path = lazynccl_arena_copy(walk->arena, path, strlen(path)),
                                   .via = via};
    *walk->last = file;
    walk->last = &file->next;
}

/* Returns 1 if ld.so may prefer a processor-specific folder below this one. Up to glibc 2.36 there
 * were more of them. */
static int has_hwcaps(const char *folder)
{
    static const char names[] = "glibc-hwcaps\0tls\0" LAZYNCCL_HWCAPS "\0";
    int fd = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    int has = fd < 0 && errno != ENOENT && errno != ENOTDIR;

    for (const char *name = names; fd >= 0 && *name && !has; name += strlen(name) + 1)
        has = faccessat(fd, name, F_OK, 0) == 0 || errno != ENOENT;
    if (fd >= 0)
        close(fd);
    return has;
}

/* Returns the relative folder in which ld.so may find the soname, or NULL. */
static const char *relative_folder_with(struct lazynccl_walk *walk)
{
    for (const struct lazynccl_folder *folder = walk->folders; folder; folder = folder->next)
        if (*folder->path != '/' &&
            (has_hwcaps(folder->path) || lazynccl_exists(lazynccl_arena_print(
                                             walk->arena, "%s/%s", folder->path, walk->soname))))
            return folder->path;
    return NULL;
}

/* If the walk cannot predict ld.so's choice, lets ld.so resolve the soname, unless it cannot be
 * asked, or may reach a damaged file (`first`; NULL: none) or one in a relative folder. */
static void ask(struct lazynccl_walk *walk, const char *first)
{
    if (!walk->unsure || walk->view->walk || (first && !is_whole(first, walk->soname)))
        return;
    walk->relative = relative_folder_with(walk);
    if (walk->relative)
        return;
    walk->asked = 1;
    add_file(walk, walk->soname, LAZYNCCL_VIA_UNKNOWN);
}

#ifdef __GLIBC__
#define IS_FIRST(via) 0
#else /* nothing precedes these folders, whatever else musl searches */
#define IS_FIRST(via) ((via) == LAZYNCCL_VIA_LD_LIBRARY_PATH)
#endif

/* Adds a path if the file exists, but first asks ld.so, which knows its cache, if necessary. */
static void add_if_exists(struct lazynccl_walk *walk, const char *path, enum lazynccl_via via)
{
    const char *inside = lazynccl_at(walk->view, walk->arena, path);

    if (walk->arena->error || walk->relative || *path != '/' || !lazynccl_exists(inside))
        return;
    if (!walk->found && !IS_FIRST(via))
        ask(walk, inside);
    if (walk->relative)
        return;
    walk->found++;
    if (!(walk->asked && via == LAZYNCCL_VIA_CACHE))
        add_file(walk, path, via);
}

/* Maps the cache. NULL: ignored, as by ld.so, or walk->error if it cannot be read now. */
static char *map_cache(struct lazynccl_walk *walk, const char *path, size_t *size)
{
    const char *name = lazynccl_at(walk->view, walk->arena, path);
    int fd = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    off_t length = fd < 0 ? 0 : lseek(fd, 0, SEEK_END);
    char *bytes = NULL;

    if (length > 0 && length < CACHE_BYTES)
        bytes = mmap(NULL, (size_t)length, PROT_READ, MAP_PRIVATE, fd, 0);
    if (bytes == MAP_FAILED || (fd < 0 && errno != ENOENT && errno != EACCES))
        walk->error = errno;
    if (fd >= 0)
        close(fd);
    *size = (size_t)length;
    return bytes == MAP_FAILED ? NULL : bytes;
}

/* Adds the files that the cache lists for the SONAME, but not those for some processors. */
static void add_from_cache(struct lazynccl_walk *walk, const char *path)
{
    size_t whole, size, length = strlen(walk->soname) + 1;
    char *file = map_cache(walk, path, &whole);
    char *bytes = file ? memmem(file, whole, CACHE_MAGIC, sizeof CACHE_MAGIC - 1) : NULL;
    struct cache_head head = {.count = 0};
    struct cache_entry entry;

    if (!getauxval(AT_BASE)) /* ld.so was started by name, perhaps with --inhibit-cache */
        walk->unsure = 1;
    size = bytes ? whole - (size_t)(bytes - file) : 0;
    if (size >= sizeof head)
        memcpy(&head, bytes, sizeof head);
    for (size_t at = sizeof head; head.count-- > 0 && at + sizeof entry <= size;
         at += sizeof entry) {
        memcpy(&entry, bytes + at, sizeof entry);
        if (entry.flags != LAZYNCCL_CACHE_FLAGS || entry.name >= size ||
            length > size - entry.name || memcmp(bytes + entry.name, walk->soname, length) != 0)
            continue;
        path = cache_string(bytes, size, entry.path);
        if (entry.hwcap) /* only for some processors */
            walk->unsure = 1;
        else if (path)
            add_if_exists(walk, path, LAZYNCCL_VIA_CACHE);
    }
    if (file)
        munmap(file, whole);
}

static void add_from_folder(struct lazynccl_walk *walk, const struct lazynccl_folder *folder)
{
    int slash = folder->path[strlen(folder->path) - 1] == '/';
    const char *path =
        lazynccl_arena_print(walk->arena, slash ? "%s%s" : "%s/%s", folder->path, walk->soname);

    if (!walk->view->walk && !walk->found && has_hwcaps(folder->path))
        walk->unsure = 1;
    add_if_exists(walk, path, folder->via);
}

void lazynccl_walk_begin(struct lazynccl_walk *walk, const struct lazynccl_view *view,
                         const char *soname, struct lazynccl_arena *arena)
{
    struct lazynccl_folders folders = {.arena = arena};

    *walk = (struct lazynccl_walk){.view = view, .soname = soname, .arena = arena};
    walk->last = &walk->first;
    view->folders(view, &folders);
    walk->folder = walk->folders = folders.first;
    /* an LD_AUDIT library sees each name that ld.so looks up, and may redirect it */
    walk->unsure = folders.unsure || lazynccl_variable(view, "LD_AUDIT");
}

const char *lazynccl_walk_next(struct lazynccl_walk *walk, enum lazynccl_via *via)
{
    struct lazynccl_file *file;

    while (!walk->first && walk->folder && !walk->relative && !walk->error && !walk->arena->error) {
        const struct lazynccl_folder *folder = walk->folder;

        walk->folder = folder->next;
        if (folder->via == LAZYNCCL_VIA_CACHE)
            add_from_cache(walk, folder->path);
        else if (*folder->path == '/')
            add_from_folder(walk, folder);
    }
    if (!walk->first && !walk->found && !walk->relative && !walk->ended && !walk->error) {
        walk->ended = 1;
        ask(walk, NULL);
        walk->found = walk->asked;
    }
    file = walk->first;
    if (!file)
        return NULL;
    walk->first = file->next;
    if (!walk->first)
        walk->last = &walk->first;
    *via = file->via;
    return file->path;
}
