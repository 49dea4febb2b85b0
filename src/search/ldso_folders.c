/* Lists the folders that ld.so searches for this process, as it reports them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "library/platform.h"
#include "search/view.h"
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

const char *const lazynccl_ldso_defaults[] = {"/lib/" LAZYNCCL_TRIPLET,
                                              "/usr/lib/" LAZYNCCL_TRIPLET,
                                              "/lib64",
                                              "/usr/lib64",
                                              "/lib",
                                              "/usr/lib",
                                              NULL};

/* How many of ld.so's folders are its default ones, which glibc lists last, without a mark; 0: they
 * are none that are known, or the file does without. */
static int count_defaults(const Dl_serinfo *info)
{
    static const unsigned char systems[][4] = {{0, 1, 4, 5}, {2, 3}};
    static const unsigned counts[] = {4, 2};

    for (int s = 0; s < 2; s++) {
        unsigned same = 0;

        while (same < counts[s] && same < info->dls_cnt &&
               strcmp(info->dls_serpath[info->dls_cnt - 1 - same].dls_name,
                      lazynccl_ldso_defaults[systems[s][counts[s] - 1 - same]]) == 0)
            same++;
        if (same == counts[s])
            return (int)same;
    }
    return 0;
}

/* Adds a folder that is not among them yet; there is room. Returns 0, or -1. */
static int add_folder(struct lazynccl_folders *folders, const char *path)
{
    char *whole = *path == '/' ? strdup(path) : realpath(path, NULL);

    if (!whole && *path != '/' && errno != ENOMEM) { /* a relative folder may be none */
        folders->unsure |= errno != ENOENT && errno != ENOTDIR;
        return 0;
    }
    for (int i = 0; whole && i < folders->count; i++)
        if (strcmp(folders->list[i].path, whole) == 0) {
            free(whole);
            return 0;
        }
    if (whole)
        folders->list[folders->count++] = (struct lazynccl_folder){whole, LAZYNCCL_VIA_UNKNOWN};
    return whole ? 0 : -1;
}

/* A handle of a loaded file, and in `known` whether it is, or else of the program, whose name
 * dlopen does not know. */
static void *handle_of(const struct lazynccl_objects *loaded, const char *file, int *known)
{
    const char *name = lazynccl_objects_name(loaded, file);
    void *handle = name && *name ? dlopen(name, RTLD_LAZY | RTLD_NOLOAD) : NULL;

    *known = handle || (name && !*name);
    return handle ? handle : dlopen(NULL, RTLD_LAZY);
}

/* Adds the folders that ld.so searches for one loaded file before its cache, or after it. Returns
 * 0, or -1. */
static int add_folders_of(const struct lazynccl_view *view, const char *file, int after,
                          struct lazynccl_folders *folders)
{
    Dl_serinfo size, *info = NULL;
    struct lazynccl_folder *list = NULL;
    int failed = -1, known;
    void *handle = handle_of(view->objects, file, &known);

    if (handle && dlinfo(handle, RTLD_DI_SERINFOSIZE, &size) == 0 &&
        (info = malloc(size.dls_size)) && dlinfo(handle, RTLD_DI_SERINFOSIZE, info) == 0 &&
        dlinfo(handle, RTLD_DI_SERINFO, info) == 0)
        list = realloc(folders->list, (folders->count + info->dls_cnt + 1) * sizeof *list);
    if (list) {
        int count = (int)info->dls_cnt, defaults = count_defaults(info);
        int named = count - defaults;

        folders->list = list;
        folders->unsure |= !known || !defaults;
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
            failed |= add_folders_of(view, view->caller, after, folders);
        failed |= add_folders_of(view, view->module, after, folders);
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
