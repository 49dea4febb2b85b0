/* The state of a search, and the candidates of a search location.
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
    struct lazynccl_arena arena; /* holds paths and notes; its error ends the search */
    enum lazynccl_location location;
    const char *sonames[LAZYNCCL_SONAMES + 1]; /* acceptable SONAMEs, best first, then NULL */
    const char *names;                         /* the same as text */
    int cuda;                                  /* the major required by LAZYNCCL_CUDA, or 0 */
    int excluding;    /* 1 if only looking for a file that LAZYNCCL_CUDA excludes, to report it */
    int folder_named; /* 1 if a setting names the candidate or its folder, whose errors are final */
    int file_named;   /* 1 if a setting names the candidate itself */
    int (*check)(struct lazynccl_search *, const char *path); /* 1 if a candidate may be taken;
                                                                 NULL: any may */
    int loaded;  /* 1 once the location `loaded` was searched */
    int refused; /* 1 if a candidate of this location was skipped */
    const char
        *above;     /* NULL, or the module above which the search goes up, so far to the folder */
    size_t highest; /* of this length */
    int stop;       /* 1: taken, or no further location may be looked at */
    int taken;
};

#define lazynccl_is_excluding(s)                                                                   \
    (lazynccl_is_cuda_named((s)->wanted->description) && (s)->excluding)

/* Returns the path to open for a path of the target. */
#define LAZYNCCL_AT(s, path) lazynccl_at((s)->view, &(s)->arena, path)

/* Notes why this location has no candidate. lazynccl_note_mistake blames a wrong setting, which
 * becomes the reason if the search fails. */
#define lazynccl_note(s, ...) lazynccl_add_note(s, 0, __VA_ARGS__)
#define lazynccl_note_mistake(s, ...) lazynccl_add_note(s, 1, __VA_ARGS__)
void lazynccl_add_note(struct lazynccl_search *, int mistake, const char *format, ...)
    LAZYNCCL_PRINTF(3, 4);

/* Ends the search because a candidate cannot be examined now. */
void lazynccl_give_up(struct lazynccl_search *, const char *path, int error);

/* Passes a file to the visitor, or for NULL the handle that was set. */
void lazynccl_consider(struct lazynccl_search *, const char *path);

/* Returns the names in a folder that begin with `start`, ended by NULL, in the arena. If the folder
 * cannot be read, returns NULL with errno and may end the search. */
char **lazynccl_names_in(struct lazynccl_search *, const char *folder, const char *start);

/* Passes the files of a folder to the visitor, by soname or by any name of the library, or notes
 * that there are none. */
void lazynccl_consider_folder(struct lazynccl_search *, const char *folder);

/* Passes folder/below/SONAME to the visitor if it exists; `below` may be "". Returns 1 if it
 * exists. The variant for every soname returns their number. */
int lazynccl_consider_soname(struct lazynccl_search *, const char *folder, const char *below,
                             const char *soname);
int lazynccl_consider_sonames(struct lazynccl_search *, const char *folder, const char *below);

/* Returns the folder that a variable names, or NULL after a note that it names none. */
const char *lazynccl_folder_named(struct lazynccl_search *, const char *variable);
