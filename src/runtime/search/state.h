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

#define lazynccl_is_by_program(search) ((search)->location == LAZYNCCL_LOCATION_API)

struct lazynccl_library;
struct lazynccl_outcome;

struct lazynccl_search {
    /* Set before the search begins: */
    struct lazynccl_library *library; /* NULL in the command */
    struct lazynccl_outcome *outcome; /* filled when a candidate is accepted; NULL in the command */
    const struct lazynccl_view *view;
    const struct lazynccl_description *description;
    const char *set_path;   /* of lazynccl_set_path(), or NULL */
    void *set_handle;       /* of lazynccl_set_handle(), or NULL */
    const char *partner;    /* the partner's open file, or NULL */
    const char *locations;  /* in the command: a small copy's locations; NULL: all, or the user's */
    int prefer[3], prefers; /* CUDA majors to prefer, best first; their number */
    /* Called with each candidate: a file, or NULL for the handle that was set. Returns 0 to go on.
     * Ends the search by 1 if it accepts the candidate, or by -1, with arena.error and errno, if
     * the candidate cannot be examined now. */
    int (*offer)(struct lazynccl_search *, const char *path);
    /* Called with the reason why a location has no candidate. `mistake` is 1 if a setting is wrong.
     * The text is valid until the call returns. NULL: unused. */
    void (*note)(struct lazynccl_search *, int mistake, const char *text);

    struct lazynccl_arena arena;             /* holds paths and notes; its error ends the search */
    const char *failed;                      /* the path that could not be examined; or NULL */
    const char *const *sonames;              /* acceptable SONAMEs, best first */
    const char *order[LAZYNCCL_SONAMES + 1]; /* the storage of `sonames` */
    const char *names;                       /* the SONAMEs as one text */
    enum lazynccl_location location;         /* the current location */
    struct lazynccl_folders unlisted;        /* folders of LAZYNCCL_LIBPATH to list later */
    int folder_named; /* 1 if a variable names the candidate's folder, 2 if a setting of lazynccl
                         does: errors of the folder are final; if 2, so is an unusable file */
    int file_named;   /* 1 if a setting names the candidate itself: its functions alone judge it */
    int (*check)(struct lazynccl_search *, const char *path); /* 1 if a candidate may be taken;
                                                                 NULL: any may */
    int loaded;                    /* 1 once the location `loaded` was searched */
    int refused;                   /* 1 if a candidate of this location was skipped */
    struct lazynccl_folder *sites; /* the site-packages that were considered */
    const char *above;             /* the module above which folders are searched; NULL: none */
    size_t highest;                /* the length of the highest folder so far */
    int taken; /* 1 if a candidate was accepted, -1 if one could not be examined */
    int stop;  /* 1: nothing else is searched */
};
#define is_over(s) ((s)->stop || (s)->arena.error)
