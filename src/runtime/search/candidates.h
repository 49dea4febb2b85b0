/* A search in progress, and the candidates that a search location has.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/search/path.h"
#include "runtime/search/view.h"
#include "runtime/search/visit.h"

#define LAZYNCCL_SONAMES 8

struct lazynccl_search {
    const struct lazynccl_view *view;
    const struct lazynccl_wanted *wanted;
    lazynccl_visit *visit;
    void *context;
    struct lazynccl_arena arena; /* for paths and notes; its error ends the search */
    enum lazynccl_location location;
    const char *sonames[LAZYNCCL_SONAMES + 1]; /* those that will do, best first, then NULL */
    const char *names;                         /* the same as text */
    int cuda;                                  /* the major that LAZYNCCL_CUDA demands, or 0 */
    int excluding;    /* 1: only looks for a file that LAZYNCCL_CUDA excludes, to report it */
    int named;        /* 1: LAZYNCCL_LIBPATH names the candidate */
    int folder_named; /* 1: a setting names the candidate or its folder, whose errors are final */
    int file_named;   /* 1: a setting names the candidate itself */
    int (*check)(struct lazynccl_search *, const char *path); /* 1 if a candidate may be taken;
                                                                 NULL: any may */
    int loaded;  /* 1: the location `loaded` was searched */
    int refused; /* 1: some was not, in this location */
    const char
        *above;     /* NULL, or the module above which the search goes up, so far to the folder */
    size_t highest; /* of this length */
    int stop;       /* 1: taken, or no further location may be looked at */
    int taken;
};

/* Where a path is to be opened. */
#define LAZYNCCL_AT(s, path) lazynccl_at((s)->view, &(s)->arena, path)

/* Tells the visitor why there is nothing to open here; lazynccl_note_mistake: because of
 * a mistake in a setting, which is then the reason if nothing is found at all. */
#define lazynccl_note(s, ...) lazynccl_add_note(s, 0, __VA_ARGS__)
#define lazynccl_note_mistake(s, ...) lazynccl_add_note(s, 1, __VA_ARGS__)
void lazynccl_add_note(struct lazynccl_search *, int mistake, const char *format, ...)
    LAZYNCCL_PRINTF(3, 4);

/* Ends the search: what is there cannot be told now. */
void lazynccl_give_up(struct lazynccl_search *, const char *path, int error);

/* Offers a file, or for NULL the handle that was set. */
void lazynccl_consider(struct lazynccl_search *, const char *path);

/* The names in a folder that begin with `start`, ended by NULL, in the arena. NULL and errno if it
 * cannot be read; then it may have ended the search. */
char **lazynccl_names_in(struct lazynccl_search *, const char *folder, const char *start);

/* Offers what a folder holds, by soname or by any name that the library bears, or says that it
 * holds nothing. */
void lazynccl_consider_folder(struct lazynccl_search *, const char *folder);

/* Offers folder/below/SONAME, if it is there; `below` may be "". Returns 1 if it is. For every
 * soname: how many are. */
int lazynccl_consider_soname(struct lazynccl_search *, const char *folder, const char *below,
                             const char *soname);
int lazynccl_consider_sonames(struct lazynccl_search *, const char *folder, const char *below);

/* The folder that a variable names; NULL, having said so, if it names none. */
const char *lazynccl_folder_named(struct lazynccl_search *, const char *variable);
