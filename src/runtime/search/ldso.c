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

    while (*at && ((*at)->via != via || strcmp((*at)->path, path) != 0))
        at = &(*at)->next;
    if (!*at && *path && (*at = lazynccl_arena_take(folders->arena, sizeof **at)))
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

/* Adds the absolute path of a folder. */
static void add_folder(struct lazynccl_folders *folders, const char *path, enum lazynccl_via via)
{
    char *here = *path == '/' ? NULL : getcwd(NULL, 0);

    if (here)
        path = lazynccl_arena_print(folders->arena, "%s%s%s", here, strcmp(path, ".") ? "/" : "",
                                    strcmp(path, ".") ? path : "");
    if (*path == '/')
        lazynccl_folders_add(folders, path, via);
    else if (errno == ENOMEM)
        folders->arena->error = ENOMEM;
    else if (errno != ENOENT) /* a folder that no longer exists is skipped */
        folders->unsure = 1;
    free(here);
}

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
        add_folder(folders, info->dls_serpath[i].dls_name, LAZYNCCL_VIA_UNKNOWN);
    if (after)
        lazynccl_folders_add(folders, LAZYNCCL_LDSO_CACHE, LAZYNCCL_VIA_CACHE);
    for (int i = named; after && i < count; i++)
        add_folder(folders, info->dls_serpath[i].dls_name, LAZYNCCL_VIA_UNKNOWN);
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
            add_folder(folders, entry, LAZYNCCL_VIA_LD_LIBRARY_PATH);
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

static const char *cache_string(const char *bytes, size_t size, uint32_t at)
{
    return at < size && memchr(bytes + at, '\0', size - at) ? bytes + at : NULL;
}

/* The state of a walk. */
struct walk {
    const struct lazynccl_view *view;
    const char *soname;
    lazynccl_each_file *each;
    void *context;
    struct lazynccl_arena arena; /* its error says that something could not be read */
    int found, stop;
    int unsure; /* ld.so may load another file than the next one, or none */
    int asked;  /* ld.so was asked by SONAME */
};

/* Returns 0 if ld.so would crash on the file or mistake it for the real library. */
LAZYNCCL_NOINLINE static int is_whole(const char *path, const char *wanted)
{
    char text[160], soname[LAZYNCCL_SONAME_BYTES];

    return !lazynccl_file_fault(path, text, sizeof text, soname) &&
           (!*soname || strcmp(soname, wanted) == 0);
}

/* If the walk cannot predict ld.so's choice, lets ld.so resolve the soname. `first` is the file
 * that ld.so would reach first, or NULL. */
static void ask(struct walk *walk, const char *first)
{
    if (!walk->unsure || walk->view->walk || (first && !is_whole(first, walk->soname)))
        return;
    walk->asked = 1;
    walk->stop = walk->each(walk->context, walk->soname, LAZYNCCL_VIA_UNKNOWN);
}

#ifdef __GLIBC__
#define IS_FIRST(via) 0
#else /* nothing precedes these folders, whatever else musl searches */
#define IS_FIRST(via) ((via) == LAZYNCCL_VIA_LD_LIBRARY_PATH)
#endif

/* Passes a path on if the file exists. */
static void pass_on(struct walk *walk, const char *path, enum lazynccl_via via)
{
    const char *inside = lazynccl_at(walk->view, &walk->arena, path);

    if (!walk->arena.error && *path == '/' && lazynccl_exists(inside)) {
        if (!walk->found && !IS_FIRST(via))
            ask(walk, inside);
        walk->found++;
        if (!walk->stop && !(walk->asked && via == LAZYNCCL_VIA_CACHE))
            walk->stop = walk->each(walk->context, path, via);
    }
}

/* Maps the cache; NULL if it cannot be read, in which case ld.so ignores it as well. */
static char *map_cache(struct walk *walk, const char *path, size_t *size)
{
    const char *name = lazynccl_at(walk->view, &walk->arena, path);
    int fd = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    off_t length = fd < 0 ? 0 : lseek(fd, 0, SEEK_END);
    char *bytes = NULL;

    if (length > 0 && length < CACHE_BYTES)
        bytes = mmap(NULL, (size_t)length, PROT_READ, MAP_PRIVATE, fd, 0);
    if (bytes == MAP_FAILED || (fd < 0 && errno != ENOENT && errno != EACCES))
        walk->arena.error = errno;
    if (fd >= 0)
        close(fd);
    *size = (size_t)length;
    return bytes == MAP_FAILED ? NULL : bytes;
}

static void each_in_cache(struct walk *walk, const char *path)
{
    size_t whole, size;
    char *file = map_cache(walk, path, &whole);
    char *bytes = file ? memmem(file, whole, CACHE_MAGIC, sizeof CACHE_MAGIC - 1) : NULL;
    struct cache_head head = {.count = 0};
    struct cache_entry entry;

    if (!getauxval(AT_BASE)) /* ld.so was started by name, perhaps with --inhibit-cache */
        walk->unsure = 1;
    size = bytes ? whole - (size_t)(bytes - file) : 0;
    if (size >= sizeof head)
        memcpy(&head, bytes, sizeof head);
    for (size_t at = sizeof head; head.count-- > 0 && at + sizeof entry <= size && !walk->stop;
         at += sizeof entry) {
        memcpy(&entry, bytes + at, sizeof entry);
        const char *key = cache_string(bytes, size, entry.name);
        path = cache_string(bytes, size, entry.path);
        if (!key || !path || entry.flags != LAZYNCCL_CACHE_FLAGS || strcmp(key, walk->soname) != 0)
            continue;
        if (entry.hwcap) /* only for some processors */
            walk->unsure = 1;
        else
            pass_on(walk, path, LAZYNCCL_VIA_CACHE);
    }
    if (file)
        munmap(file, whole);
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

static void each_in_folder(struct walk *walk, const struct lazynccl_folder *folder)
{
    int slash = folder->path[strlen(folder->path) - 1] == '/';

    if (!walk->view->walk && !walk->found && has_hwcaps(folder->path))
        walk->unsure = 1;
    pass_on(
        walk,
        lazynccl_arena_print(&walk->arena, slash ? "%s%s" : "%s/%s", folder->path, walk->soname),
        folder->via);
}

int lazynccl_ldso_each(const struct lazynccl_view *view, const char *soname,
                       lazynccl_each_file *each, void *context)
{
    struct walk walk = {.view = view, .soname = soname, .each = each, .context = context};
    struct lazynccl_folders folders = {.arena = &walk.arena};

    view->folders(view, &folders);
    /* an auditor sees the library's name */
    walk.unsure = folders.unsure || lazynccl_variable(view, "LD_AUDIT");
    for (struct lazynccl_folder *next = folders.first; next && !walk.stop && !walk.arena.error;
         next = next->next)
        if (next->via == LAZYNCCL_VIA_CACHE)
            each_in_cache(&walk, next->path);
        else
            each_in_folder(&walk, next);
    if (!walk.found && !walk.arena.error)
        ask(&walk, NULL);
    lazynccl_arena_free(&walk.arena);
    errno = walk.arena.error;
    return errno && !walk.stop ? -1 : walk.found + walk.asked;
}
