/* The input of a search, and what it passes to its visitor.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/library/description.h"

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

/* The library to search for. */
struct lazynccl_wanted {
    const struct lazynccl_description *description;
    const char *set_path; /* lazynccl_set_path, or NULL */
    int set_handle;       /* 1 if lazynccl_set_handle was called */
    const char *partner;  /* the partner's open file, or NULL */
    /* The object that defines its functions for direct links, or NULL, for the visitor's context.
     * The member itself NULL: such an object does not count. */
    const char *(*interposer)(void *context);
    int prefer[3], prefers; /* CUDA majors to prefer, most wanted first */
};

/* A candidate or a note; each becomes a line of the report. */
struct lazynccl_candidate {
    enum lazynccl_location location;
    const char *path; /* a file to open; NULL for the handle that was set, or */
    const char *note; /* why this location has no candidate */
    int mistake;      /* 1 if the note names a mistake, such as a bad value of a variable */
    int named;        /* 1 if a setting names the file or its folder */
    int file_named;   /* 1 if it names the file, which is judged by its functions alone */
};

/* Returns 1 if the candidate is accepted, which ends the search; 0 to continue; -1 with errno if
 * the candidate cannot be examined now, in which case no other may replace it. */
typedef int lazynccl_visit(void *context, const struct lazynccl_candidate *);
