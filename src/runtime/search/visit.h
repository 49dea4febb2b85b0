/* What is searched for, and what a search shows its visitor.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/library/description.h"

/* Where a search looks, in the default order. */
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

/* What is searched for. */
struct lazynccl_wanted {
    const struct lazynccl_description *description;
    const char *set_path; /* lazynccl_set_path, or NULL */
    int set_handle;       /* 1: there is a lazynccl_set_handle */
    const char *partner;  /* the partner's open file, or NULL */
    /* The object that defines its functions for direct links, or NULL, for the visitor's context.
     * The member itself NULL: such an object does not count. */
    const char *(*interposer)(void *context);
    int prefer[3], prefers; /* CUDA majors to be preferred, most wanted first */
};

/* One thing that the search has to say; each makes a line of the report. */
struct lazynccl_candidate {
    enum lazynccl_location location;
    const char *path; /* a file to open; NULL: the handle that was set, or */
    const char *note; /* why there is nothing to open here */
    int mistake;      /* 1: the note names a mistake, such as a bad value of a variable */
    int named;        /* 1: a setting names the file or its folder */
    int file_named;   /* 1: it names the file, which is judged by its functions alone */
};

/* Returns 1 if the candidate is taken, which ends the search; 0: on; -1 and errno: that cannot be
 * told now, and no other may be taken in its place. */
typedef int lazynccl_visit(void *context, const struct lazynccl_candidate *);
