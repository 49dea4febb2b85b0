/* What is searched for, and how far a search has got.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/library/description.h"
#include "runtime/search/view.h"

/* The search locations, in the default order. */
enum lazynccl_location {
    LAZYNCCL_LOCATION_API,
    LAZYNCCL_LOCATION_ENV,
    LAZYNCCL_LOCATION_LOADED,
    LAZYNCCL_LOCATION_PARTNER,
    LAZYNCCL_LOCATION_WHEEL,
    LAZYNCCL_LOCATION_CONDA,
    LAZYNCCL_LOCATION_SYSTEM,
    LAZYNCCL_LOCATION_TOOLKIT,
    LAZYNCCL_LOCATIONS,
    LAZYNCCL_NO_LOCATION = LAZYNCCL_LOCATIONS /* a setting that is read before any location */
};

/* A candidate or a note; each becomes a line of the report. */
struct lazynccl_candidate {
    enum lazynccl_location location;
    const char *path; /* a file to open; NULL for the handle that was set, or */
    const char *note; /* why this location has no candidate */
    int mistake;      /* 1 if the note names a mistake, such as a bad value of a variable */
    int named;        /* 1 if a setting names the file or its folder */
    int file_named;   /* 1 if it names the file, which is judged by its functions alone */
    struct lazynccl_candidate *next;
};

#define lazynccl_is_by_program(search) ((search)->location == LAZYNCCL_LOCATION_API)

#define LAZYNCCL_SONAMES 8

/* A search and its position. Its caller takes one candidate after another until it accepts one. */
struct lazynccl_search {
    /* Set before it begins: */
    const struct lazynccl_view *view;
    const struct lazynccl_description *description;
    const char *set_path;   /* lazynccl_set_path, or NULL */
    void *set_handle;       /* lazynccl_set_handle, or NULL */
    const char *partner;    /* the partner's open file, or NULL */
    int interposers;        /* 1 if an object that defines its functions for direct links counts */
    const char *locations;  /* of a small copy; NULL: all, or those of LAZYNCCL_SEARCH */
    int prefer[3], prefers; /* CUDA majors to prefer, most wanted first */

    struct lazynccl_arena arena; /* holds paths and notes; its error ends the search */
    const char *failed;          /* what could not be examined because of it; or NULL */
    const char *sonames[LAZYNCCL_SONAMES + 1]; /* acceptable SONAMEs, best first, then NULL */
    const char *names;                         /* the same as text */
    int cuda;                                  /* the major required by LAZYNCCL_CUDA, or 0 */
    int limited;                     /* 1: only these are searched: */
    char *words;                     /* what is left of LAZYNCCL_SEARCH, NULL after the last */
    enum lazynccl_location location; /* the current one, */
    int step;                        /* how often it was asked, */
    void *position;                  /* its own position, in the arena, */
    int more;                        /* and 1 if it has further candidates */
    struct lazynccl_candidate *first, **last; /* found, and not yet taken by the caller */
    struct lazynccl_candidate *unlisted; /* folders to list if their location finds nothing else */
    int folder_named; /* 1 if a setting names the candidate or its folder, whose errors are final */
    int file_named;   /* 1 if a setting names the candidate itself */
    int (*check)(struct lazynccl_search *, const char *path); /* 1 if a candidate may be taken;
                                                                 NULL: any may */
    int loaded;  /* 1 once the location `loaded` was searched */
    int refused; /* 1 if a candidate of this location was skipped */
    const char
        *above;     /* NULL, or the module above which the search goes up, so far to the folder */
    size_t highest; /* of this length */
    int stop;       /* 1: the candidates found so far are the last */
    int ended;      /* 1: all locations were searched */
};
