/* Find, open, resolve: how a search ends, and for whom.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_LOADER_LOADER_H
#define LAZYNCCL_LOADER_LOADER_H

#include "library/library.h"

/* How a search ended. Immutable once published, never freed. */
struct lazynccl_outcome {
    void *handle;      /* NULL: the library is not to be had */
    int major;         /* of the open library's soname */
    unsigned order;    /* 1 for the first library that this copy opened, and so on */
    int strict, debug; /* 1: LAZYNCCL_STRICT, LAZYNCCL_DEBUG was set */
    const char *path;  /* for people; NULL if not open, like the next two */
    const char *file;  /* the same path as its bytes are */
    const char *place;
    const char *fault;                       /* why it is not open and what to do; NULL if it is */
    const char *tried;                       /* the lines of the report */
    const struct lazynccl_outcome *replaced; /* the failure before it; others may still read that */
    lazynccl_symbol found[]; /* by slot; NULL: absent. Only there if the library is open */
};

/* What is known; NULL: nobody asked yet. Opens nothing. */
const struct lazynccl_outcome *lazynccl_outcome_of(lazynccl_library *);

/* The same, looked for now if it is not known; `again`: also if it is known as a failure.
 * Keeps errno. NULL only within the library's own constructors, or if memory is short. */
const struct lazynccl_outcome *lazynccl_look(lazynccl_library *, int again, const void *caller);

/* The open library's version, or 0. */
int lazynccl_version_of(lazynccl_library *, const struct lazynccl_outcome *);

#endif
