/* Lists the folders that ld.so searches for this process, as it reports them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/search/ldso_folders.h"
#include "runtime/library/platform.h"
#include "runtime/search/ldso.h"
#include "runtime/search/objects.h"
#include "runtime/search/settings.h"
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

/* Adds a folder by its absolute path. */
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
    else
        folders->unsure |= errno != ENOENT; /* in a folder that is gone there is nothing */
    free(here);
}

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
 * if asked for. */
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
        folders->unsure |= !known || named == count;
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
        dlclose(handle); /* only returns the reference that dlopen took: the file stays */
}

void lazynccl_ldso_folders(const struct lazynccl_view *view, struct lazynccl_folders *folders)
{
    if (view->walk && view->caller)
        add_folders_of(view, view->caller, 0, folders);
    add_folders_of(view, view->module, 1, folders);
}

#else /* musl does not tell them: first those of the variable, the others are for it to search */

void lazynccl_ldso_folders(const struct lazynccl_view *view, struct lazynccl_folders *folders)
{
    const char *value = lazynccl_variable(view, "LD_LIBRARY_PATH");
    char *rest = value ? lazynccl_arena_print(folders->arena, "%s", value) : NULL;

    for (char *entry; (entry = strsep(&rest, ":\n"));)
        if (*entry)
            add_folder(folders, entry, LAZYNCCL_VIA_LD_LIBRARY_PATH);
    folders->unsure = 1;
}

#endif
