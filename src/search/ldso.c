/* Walks ld.so's list: its folders in order, its cache between the named and the default ones.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "library/platform.h"
#include "search/view.h"
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* /etc/ld.so.cache as glibc 2.2 and later write it (its sysdeps/generic/dl-cache.h); offsets of
 * strings count from the start of this header, which may follow one of the older format. */
#define CACHE_MAGIC "glibc-ld.so.cache1.1"
#define CACHE_BYTES (64 << 20) /* a larger one is invalid */
struct cache_head {
    char magic[20];
    uint32_t count, strings, flags, extension, unused[3];
};
struct cache_entry {
    int32_t flags;
    uint32_t name, path, os;
    uint64_t hwcap;
};

static char *read_whole(const char *path, size_t *size)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    off_t length = fd < 0 ? -1 : lseek(fd, 0, SEEK_END);
    char *bytes = length > 0 && length < CACHE_BYTES ? malloc((size_t)length) : NULL;
    ssize_t got = bytes ? pread(fd, bytes, (size_t)length, 0) : -1;

    if (fd >= 0)
        close(fd);
    *size = got > 0 ? (size_t)got : 0;
    return bytes;
}

static const char *cache_string(const char *bytes, size_t size, uint32_t at)
{
    return at < size && memchr(bytes + at, '\0', size - at) ? bytes + at : NULL;
}

/* A walk under way. */
struct walk {
    const struct lazynccl_view *view;
    lazynccl_each_file *each;
    void *context;
    int found, stop;
};

static int exists(const struct lazynccl_view *view, const char *path)
{
    struct lazynccl_arena arena = {NULL, 0};
    int found = lazynccl_exists(lazynccl_at(view, &arena, path));

    lazynccl_arena_free(&arena);
    return found;
}

/* Takes over a path of the consumer's and passes it on if there is such a file. */
static void pass_on(struct walk *walk, char *path, enum lazynccl_via via)
{
    if (path && *path == '/' && exists(walk->view, path)) {
        walk->found++;
        walk->stop = walk->each(walk->context, path, via);
    }
    free(path);
}

static void each_in_cache(struct walk *walk, const char *soname)
{
    char *name = lazynccl_inside(walk->view, strdup("/etc/ld.so.cache"));
    size_t size = 0;
    char *file = name ? read_whole(name, &size) : NULL;
    char *bytes = size ? memmem(file, size, CACHE_MAGIC, sizeof CACHE_MAGIC - 1) : NULL;
    struct cache_head head = {.count = 0};
    struct cache_entry entry;

    size = bytes ? size - (size_t)(bytes - file) : 0;
    if (size >= sizeof head)
        memcpy(&head, bytes, sizeof head);
    for (size_t at = sizeof head; head.count-- > 0 && at + sizeof entry <= size && !walk->stop;
         at += sizeof entry) {
        memcpy(&entry, bytes + at, sizeof entry);
        const char *key = cache_string(bytes, size, entry.name);
        const char *path = cache_string(bytes, size, entry.path);
        if (key && path && entry.flags == LAZYNCCL_CACHE_FLAGS && !entry.hwcap &&
            strcmp(key, soname) == 0)
            pass_on(walk, strdup(path), LAZYNCCL_VIA_CACHE);
    }
    free(name);
    free(file);
}

int lazynccl_ldso_each(const struct lazynccl_view *view, const char *soname,
                       lazynccl_each_file *each, void *context)
{
    struct lazynccl_folders folders = {NULL, 0, 0};
    struct walk walk = {.view = view, .each = each, .context = context};

    walk.stop = view->folders(view, &folders) < 0;
    for (int i = 0; i <= folders.count && !walk.stop; i++) {
        const char *folder = i < folders.count ? folders.list[i].path : "";
        size_t length = strlen(folder);

        if (i == folders.before_cache)
            each_in_cache(&walk, soname);
        if (length && !walk.stop)
            pass_on(&walk, lazynccl_join(folder, folder[length - 1] == '/' ? "" : "/", soname),
                    folders.list[i].via);
    }
    lazynccl_folders_free(&folders);
    return walk.found;
}

const char *const lazynccl_ldso_defaults[] = {"/lib/" LAZYNCCL_TRIPLET,
                                              "/usr/lib/" LAZYNCCL_TRIPLET,
                                              "/lib64",
                                              "/usr/lib64",
                                              "/lib",
                                              "/usr/lib",
                                              NULL};

/* How many of ld.so's folders are its default ones. glibc lists them last, each once, without a
 * mark: they are recognized by name. A build has those in lib64 or the others. */
static int count_defaults(const Dl_serinfo *info)
{
    const unsigned in_lib64 = 1 << 2 | 1 << 3;
    unsigned seen = 0;
    int count = 0;

    for (int i = (int)info->dls_cnt - 1; i >= 0; i--, count++) {
        int which = 0;

        while (lazynccl_ldso_defaults[which] &&
               strcmp(info->dls_serpath[i].dls_name, lazynccl_ldso_defaults[which]) != 0)
            which++;
        if (!lazynccl_ldso_defaults[which] || seen >> which & 1 ||
            (seen & (in_lib64 >> which & 1 ? ~in_lib64 : in_lib64)))
            break;
        seen |= 1u << which;
    }
    return count;
}

/* Adds a folder that is not among them yet; there is room. Returns 0, or -1. */
static int add_folder(struct lazynccl_folders *folders, const char *path)
{
    char *whole = *path == '/' ? strdup(path) : realpath(path, NULL);

    if (!whole) /* a relative folder may be none */
        return *path == '/' ? -1 : 0;
    for (int i = 0; i < folders->count; i++)
        if (strcmp(folders->list[i].path, whole) == 0) {
            free(whole);
            return 0;
        }
    folders->list[folders->count++] = (struct lazynccl_folder){whole, LAZYNCCL_VIA_UNKNOWN};
    return 0;
}

/* Adds the folders that ld.so searches for one loaded file before its cache, or after it. Returns
 * 0, or -1. */
static int add_folders_of(const char *file, int after, struct lazynccl_folders *folders)
{
    Dl_serinfo size, *info = NULL;
    struct lazynccl_folder *list = NULL;
    /* RTLD_NOLOAD: only its handle is wanted; the program has no name that dlopen knows */
    void *handle = file ? dlopen(file, RTLD_LAZY | RTLD_NOLOAD) : NULL;
    int failed = -1;

    if (!handle)
        handle = dlopen(NULL, RTLD_LAZY);
    if (handle && dlinfo(handle, RTLD_DI_SERINFOSIZE, &size) == 0 &&
        (info = malloc(size.dls_size)) && dlinfo(handle, RTLD_DI_SERINFOSIZE, info) == 0 &&
        dlinfo(handle, RTLD_DI_SERINFO, info) == 0)
        list = realloc(folders->list, (folders->count + info->dls_cnt + 1) * sizeof *list);
    if (list) {
        int count = (int)info->dls_cnt, named = count - count_defaults(info);

        folders->list = list;
        failed = 0;
        for (int i = after ? named : 0; i < (after ? count : named) && !failed; i++)
            failed = add_folder(folders, info->dls_serpath[i].dls_name);
    }
    free(info);
    if (handle)
        dlclose(handle); /* only returns the reference that dlopen took: the file stays */
    return failed;
}

int lazynccl_ldso_folders(const struct lazynccl_view *view, struct lazynccl_folders *folders)
{
    int failed = 0;

    memset(folders, 0, sizeof *folders);
    for (int after = 0; after < 2; after++) {
        folders->before_cache = folders->count;
        if (view->walk && view->caller)
            failed |= add_folders_of(view->caller, after, folders);
        failed |= add_folders_of(view->module, after, folders);
    }
    if (failed)
        lazynccl_folders_free(folders);
    return failed;
}

void lazynccl_folders_free(struct lazynccl_folders *folders)
{
    for (int i = 0; i < folders->count; i++)
        free(folders->list[i].path);
    free(folders->list);
    memset(folders, 0, sizeof *folders);
}
