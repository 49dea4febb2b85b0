/* A search under way, and what it offers of the folders that a place looks into.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_SEARCH_FOLDER_H
#define LAZYNCCL_SEARCH_FOLDER_H

#include "search/search.h"

#define LAZYNCCL_SONAMES 8

struct lazynccl_search {
    const struct lazynccl_view *view;
    const struct lazynccl_wanted *wanted;
    lazynccl_visit *visit;
    void *context;
    const char *place;                         /* the word of the place being looked at */
    const char *sonames[LAZYNCCL_SONAMES + 1]; /* those that will do, best first, then NULL */
    char names[160];                           /* the same as text */
    int named;                                 /* 1: a setting names what is offered now */
    int stop;                                  /* 1: taken, or no further place may be looked at */
    int taken;
};

/* Tells the visitor why there is nothing to open here; blame: because of a mistake in a setting,
 * which is then the reason if nothing is found at all. */
#define lazynccl_say(s, ...) lazynccl_note(s, 0, __VA_ARGS__)
#define lazynccl_blame(s, ...) lazynccl_note(s, 1, __VA_ARGS__)
void lazynccl_note(struct lazynccl_search *, int wrong, const char *format, ...)
    LAZYNCCL_PRINTF(3, 4);

/* Offers a file, or for NULL the handle that was set. A path is as it is to be opened;
 * lazynccl_offer_path: as the consumer would name it. */
void lazynccl_offer(struct lazynccl_search *, const char *path);
void lazynccl_offer_path(struct lazynccl_search *, const char *path);

/* Offer what folders hold, by soname; the first also by any name that the library bears. Paths
 * are the consumer's. Say so if they hold nothing. */
void lazynccl_offer_folder(struct lazynccl_search *, const char *folder);
void lazynccl_offer_wheel(struct lazynccl_search *, const char *site_packages);
void lazynccl_offer_root(struct lazynccl_search *, const char *prefix);

/* The folder that a variable names; NULL, having said so, if it names none. */
const char *lazynccl_folder_named(struct lazynccl_search *, const char *variable);

/* The place "wheel". */
void lazynccl_place_wheel(struct lazynccl_search *);

#endif
