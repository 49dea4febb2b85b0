/* Lists the folders that ld.so searches for this process, as it reports them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "library/platform.h"
#include "search/view.h"
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *const lazynccl_ldso_defaults[] = {"/lib/" LAZYNCCL_TRIPLET,
                                              "/usr/lib/" LAZYNCCL_TRIPLET,
                                              "/lib64",
                                              "/usr/lib64",
                                              "/lib",
                                              "/usr/lib",
                                              NULL};

#ifdef __GLIBC__

/* How many of ld.so's folders are its default ones, which glibc lists last, without a mark; 0: they
 * are none that are known, or the file does without. */
static unsigned count_defaults(const Dl_serinfo *info)
{
    for (unsigned n = 4, first = 0; n; n -= 2, first += 2)
        if (n <= info->dls_cnt && strcmp(info->dls_serpath[info->dls_cnt - n].dls_name,
                                         lazynccl_ldso_defaults[first]) == 0)
            return n;
    return 0;
}

/* Adds a folder that is not among them yet; there is room. Returns 0, or -1. */
static int add_folder(struct lazynccl_folders *folders, const char *path)
{
    char *whole = *path == '/' ? strdup(path) : getcwd(NULL, 0);

    if (!whole && errno != ENOMEM) { /* in a folder that is gone there is nothing */
        folders->unsure |= errno != ENOENT;
        return 0;
    }
    if (whole && *path != '/' && strcmp(path, ".") != 0) {
        char *here = whole;

        whole = lazynccl_join(here, "/", path);
        free(here);
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

/* Adds the folders that ld.so searches for one loaded file before its cache, and those after it too
 * if asked for. Returns 0, or -1. */
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
        int count = (int)info->dls_cnt, named = count - (int)count_defaults(info);

        folders->list = list;
        folders->unsure |= !known || named == count;
        failed = 0;
        for (int i = 0; i < named && !failed; i++)
            failed = add_folder(folders, info->dls_serpath[i].dls_name);
        folders->before_cache = folders->count;
        for (int i = named; after && i < count && !failed; i++)
            failed = add_folder(folders, info->dls_serpath[i].dls_name);
    }
    free(info);
    if (handle)
        dlclose(handle); /* only returns the reference that dlopen took: the file stays */
    return failed;
}

#else /* musl does not tell them: it is to search by itself */

static int add_folders_of(const struct lazynccl_view *view, const char *file, int after,
                          struct lazynccl_folders *folders)
{
    (void)view, (void)file, (void)after;
    folders->unsure = 1;
    return 0;
}

#endif

int lazynccl_ldso_folders(const struct lazynccl_view *view, struct lazynccl_folders *folders)
{
    memset(folders, 0, sizeof *folders);
    if ((!view->walk || !view->caller || add_folders_of(view, view->caller, 0, folders) == 0) &&
        add_folders_of(view, view->module, 1, folders) == 0)
        return 0;
    lazynccl_folders_free(folders);
    return -1;
}

void lazynccl_folders_free(struct lazynccl_folders *folders)
{
    for (int i = 0; i < folders->count; i++)
        free(folders->list[i].path);
    free(folders->list);
    memset(folders, 0, sizeof *folders);
}
