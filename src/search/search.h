/* Names the files that a library could be taken from, in the order of docs/search-order.md.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD
 *
 * The search looks at a plain view of a machine and of a consumer, lists folders, and opens no
 * library: the runtime gives it its own process, the command gives it another consumer's. */
#ifndef LAZYNCCL_SEARCH_SEARCH_H
#define LAZYNCCL_SEARCH_SEARCH_H

#include "library/description.h"
#include "search/view.h"

/* What is searched for. */
struct lazynccl_wanted {
    const struct lazynccl_description *description;
    const char *set_path;   /* lazynccl_set_path, or NULL */
    int set_handle;         /* 1: there is a lazynccl_set_handle */
    const char *partner;    /* the partner's open file, or NULL */
    int prefer[3], prefers; /* CUDA majors to be preferred, most wanted first */
};

/* One thing that the search has to say; each makes a line of the report. */
struct lazynccl_candidate {
    const char *place; /* a row of lazynccl_places */
    const char *path;  /* a file to open; NULL: the handle that was set, or */
    const char *note;  /* why there is nothing to open here */
    int wrong;         /* 1: the note names a mistake, such as a bad value of a variable */
};

/* Returns 1 if the candidate is taken, which ends the search; 0: on; -1 and errno: that cannot be
 * told now, and no other may be taken in its place. */
typedef int lazynccl_visit(void *context, const struct lazynccl_candidate *);

/* Visits candidates until one is taken. Returns 1 if one was, 0 if none will do; -1 and errno: that
 * cannot be told now, because memory or descriptors are short, or a disk does not answer. */
int lazynccl_search(const struct lazynccl_view *, const struct lazynccl_wanted *, lazynccl_visit *,
                    void *context);

/* The places in their default order; the order is API. */
struct lazynccl_search;
struct lazynccl_place_row {
    char word[8];
    void (*look)(struct lazynccl_search *); /* NULL: for no library of this copy */
};
extern const struct lazynccl_place_row lazynccl_places[];
extern const int lazynccl_places_count;

/* folder.c: a search under way, and what it offers of the folders that a place looks into */

#define LAZYNCCL_SONAMES 8

struct lazynccl_search {
    const struct lazynccl_view *view;
    const struct lazynccl_wanted *wanted;
    lazynccl_visit *visit;
    void *context;
    struct lazynccl_arena arena;               /* for paths and notes; its error ends the search */
    const char *place;                         /* the word of the place being looked at */
    const char *sonames[LAZYNCCL_SONAMES + 1]; /* those that will do, best first, then NULL */
    const char *names;                         /* the same as text */
    int named;                                 /* 1: a setting names what is offered now */
    int (*check)(struct lazynccl_search *, const char *path); /* whether a file may be taken, where
                          no setting names it; NULL: one does */
    int refused;                                              /* 1: some was not, in this place */
    const char
        *above;     /* NULL, or the module above which the search goes up, so far to the folder */
    size_t highest; /* of this length */
    int stop;       /* 1: taken, or no further place may be looked at */
    int taken;
};

/* Where a path is to be opened. */
#define LAZYNCCL_AT(s, path) lazynccl_at((s)->view, &(s)->arena, path)

/* Tells the visitor why there is nothing to open here; blame: because of a mistake in a setting,
 * which is then the reason if nothing is found at all. */
#define lazynccl_say(s, ...) lazynccl_note(s, 0, __VA_ARGS__)
#define lazynccl_blame(s, ...) lazynccl_note(s, 1, __VA_ARGS__)
void lazynccl_note(struct lazynccl_search *, int wrong, const char *format, ...)
    LAZYNCCL_PRINTF(3, 4);

/* Ends the search: what is there cannot be told now. */
void lazynccl_give_up(struct lazynccl_search *, const char *path, int error);

/* Offers a file, or for NULL the handle that was set. */
void lazynccl_offer(struct lazynccl_search *, const char *path);

/* The names in a folder that begin with `start`, ended by NULL, in the arena. NULL and errno if it
 * cannot be read; then it may have ended the search. */
char **lazynccl_names_in(struct lazynccl_search *, const char *folder, const char *start);

/* Offers what a folder holds, by soname or by any name that the library bears, or says that it
 * holds nothing. */
void lazynccl_offer_folder(struct lazynccl_search *, const char *folder);

/* Offers folder/below/SONAME, if it is there; `below` may be "". Returns 1 if it is. For every
 * soname: how many are. */
int lazynccl_offer_soname(struct lazynccl_search *, const char *folder, const char *below,
                          const char *soname);
int lazynccl_offer_sonames(struct lazynccl_search *, const char *folder, const char *below);

/* The folder that a variable names; NULL, having said so, if it names none. */
const char *lazynccl_folder_named(struct lazynccl_search *, const char *variable);

/* unnamed.c: the `check`; says who else can change the file. A process of root takes none that
 * others can, and none does from a folder above a module if others can write there. */
int lazynccl_may_take(struct lazynccl_search *, const char *path);

/* wheels.c, toolkit.c: the places that only some libraries have */
void lazynccl_place_wheel(struct lazynccl_search *);
void lazynccl_place_partner(struct lazynccl_search *);
void lazynccl_place_root(struct lazynccl_search *);

#endif
