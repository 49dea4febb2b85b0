/* A search under way, and what it offers of the folders that a place looks into.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_SEARCH_FOLDER_H
#define LAZYNCCL_SEARCH_FOLDER_H

#include "search/search.h"

#define LAZYNCCL_SONAMES 8

struct lazynccl_looking {
    const struct lazynccl_view *view;
    const struct lazynccl_wanted *wanted;
    lazynccl_visit *visit;
    void *context;
    const char *place;                         /* the word of the place being looked at */
    const char *sonames[LAZYNCCL_SONAMES + 1]; /* those that will do, best first, then NULL */
    char names[160];                           /* the same as text */
    int named;                                 /* 1: what is offered now was named by somebody */
    int stop;                                  /* 1: taken, or no further place may be looked at */
    int taken;
};

/* Tells the visitor why there is nothing to open here; blame: because somebody made a mistake,
 * which is then the reason if nothing is found at all. */
void lazynccl_say(struct lazynccl_looking *, const char *format, ...) LAZYNCCL_PRINTF(2, 3);
void lazynccl_blame(struct lazynccl_looking *, const char *format, ...) LAZYNCCL_PRINTF(2, 3);

/* Offers a file, a name for ld.so, or the handle that was set. */
enum lazynccl_verdict lazynccl_offer(struct lazynccl_looking *, const char *path,
                                     const char *soname, int handle);

/* Offers what folders hold, by soname; the first also by any name that the library bears. Paths
 * are the consumer's. Say so where they hold nothing. Return how many files there were. */
int lazynccl_offer_folder(struct lazynccl_looking *, const char *folder);
int lazynccl_offer_wheel(struct lazynccl_looking *, const char *site_packages);
int lazynccl_offer_root(struct lazynccl_looking *, const char *prefix);

/* The place "wheel". */
void lazynccl_place_wheel(struct lazynccl_looking *);

/* Where a path of the consumer's is to be opened; takes it over, and may give the same. */
char *lazynccl_inside(const struct lazynccl_view *, char *path);

/* The length of a path up to and with its last site-packages or dist-packages; 0: it has none. */
size_t lazynccl_site_length(const char *path);

/* The folder of a file, or NULL; of a file in / as well. To be freed. */
char *lazynccl_folder_of(const char *file);

/* The three strings in one, to be freed; NULL if memory is short. */
char *lazynccl_join(const char *, const char *, const char *);

/* 1 if nobody but root and its owner can write to the folder. */
int lazynccl_folder_private(const char *folder);

#endif
