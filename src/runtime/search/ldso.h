/* The files that ld.so finds for a name, and the folders that it searches.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/search/view.h"

/* The folders that ld.so searches last, in order, ended by NULL. ld.so of a system searches only
 * the two of lib64, or only the other four. */
extern const char *const lazynccl_ldso_defaults[];

/* Returns this process's folders, as ld.so reports them for the module that holds lazynccl. */
void lazynccl_ldso_folders(const struct lazynccl_view *, struct lazynccl_folders *);

/* Adds a folder unless the list has it. The walk skips relative folders. */
void lazynccl_folders_add(struct lazynccl_folders *, const char *path, enum lazynccl_via via);

/* The format of a search note; its argument is the SONAME. */
#define LAZYNCCL_NOT_FOUND "%s: not found by ld.so"

/* A walk through the files that ld.so would consider for a soname, in ld.so's order. It does not
 * search processor-specific folders such as glibc-hwcaps. In this process, if such a folder or
 * LD_AUDIT may change ld.so's choice, the first result is the bare soname, which ld.so resolves. */
struct lazynccl_walk {
    const struct lazynccl_view *view;
    const char *soname;
    struct lazynccl_arena *arena;                   /* if its error is set, the walk ends */
    const struct lazynccl_folder *folders;          /* all folders */
    const struct lazynccl_folder *folder;           /* the next folder to search */
    struct lazynccl_file {
        struct lazynccl_file *next;
        const char *path;
        enum lazynccl_via via;
    } * first, **last;    /* files found but not yet returned; where to link the next */
    int found;            /* files found so far; if none in any folder, 1 once ld.so is asked */
    int unsure;           /* 1: ld.so may load another file than the walk's next one */
    int asked;            /* 1: the bare soname is a result, for ld.so to resolve */
    const char *relative; /* NULL, or a relative folder whose file ld.so may take: the walk ends */
    int ended;            /* 1: no folder has the file; if `unsure`, the bare soname may follow */
    int error; /* errno if a file or the cache cannot be examined now, which ends the walk */
};

/* Starts a walk, whose memory is in the arena. The view and the soname must outlive it. */
void lazynccl_walk_begin(struct lazynccl_walk *, const struct lazynccl_view *, const char *soname,
                         struct lazynccl_arena *);

/* Returns the next path and the reason why ld.so searches there, or NULL after the last. */
const char *lazynccl_walk_next(struct lazynccl_walk *, enum lazynccl_via *via);
