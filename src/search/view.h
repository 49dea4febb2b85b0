/* The consumer that the search looks as: this process, or any other program, module or Python.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_SEARCH_VIEW_H
#define LAZYNCCL_SEARCH_VIEW_H

#include "search/loaded.h"
#include <dirent.h>

/* What leads ld.so to a file. */
enum lazynccl_via {
    LAZYNCCL_VIA_LOADED, /* the process has it already */
    LAZYNCCL_VIA_RPATH,
    LAZYNCCL_VIA_LD_LIBRARY_PATH,
    LAZYNCCL_VIA_RUNPATH,
    LAZYNCCL_VIA_CACHE,
    LAZYNCCL_VIA_DEFAULT,
    LAZYNCCL_VIA_UNKNOWN /* one of these: glibc does not tell a process which */
};

/* Folders that ld.so searches for this consumer, in its order. */
struct lazynccl_folders {
    struct lazynccl_folder {
        char *path;
        enum lazynccl_via via;
    } * list;
    int count;
    int before_cache; /* how many come before the loader's cache */
};

struct lazynccl_view {
    /* Where a path of the consumer's is to be opened, if not where it says: as in an image. Frees
     * what it is given; NULL and errno: nowhere. The member itself NULL: paths are as they say. */
    char *(*inside)(const struct lazynccl_view *, char *path);
    int secure; /* 1: raised privileges; no variable, no folder above a module counts */
    const char *(*variable)(const struct lazynccl_view *, const char *name); /* NULL: unset */
    const char *module; /* the file that holds the trampolines, "" if it is this program, or NULL */
    const char *caller; /* the file that called them, the same, a hint, or NULL */
    const char *program;                    /* as it was called, absolute, or NULL */
    const struct lazynccl_objects *objects; /* what is loaded */
    int walk; /* 1: ld.so cannot be asked for this consumer; `folders` says where it looks */
    int (*folders)(const struct lazynccl_view *, struct lazynccl_folders *); /* 0 or -1 */
};

/* Where a path of the consumer's is to be opened; takes it over, and may return the same. */
char *lazynccl_inside(const struct lazynccl_view *, char *path);

/* A test of path.h for a path of the consumer's. */
int lazynccl_view_test(const struct lazynccl_view *, int (*test)(const char *), const char *path);

/* Opens a folder of the consumer's; NULL and errno if it cannot be read. */
DIR *lazynccl_view_list(const struct lazynccl_view *, const char *folder);

#endif
