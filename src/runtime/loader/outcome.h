/* How the search for a library ended, and what is open.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/library/library.h"
#include "runtime/search/arena.h"
#include "runtime/search/objects.h"

/* Immutable once published; freed when the module that holds lazynccl is closed. */
struct lazynccl_outcome {
    struct lazynccl_arena arena; /* for this and all that it points to */
    void *handle;                /* NULL: the library is not available */
    int major;                   /* of the open library's soname */
    unsigned order;              /* 1 for the first library that this copy opened, and so on */
    int strict, debug;           /* 1: LAZYNCCL_STRICT, LAZYNCCL_DEBUG was set */
    const char *record;          /* LAZYNCCL_RECORD; NULL: it was not set */
    int transient;        /* 1: not known, something was short: the next call searches again */
    const char *path;     /* for people; NULL if not open, like the next two */
    const char *file;     /* the same path as its bytes are */
    const char *location; /* its word */
    const char *fault;    /* why it is not open and what to do; NULL if it is */
    const char *tried;    /* the lines of the report */
    struct lazynccl_outcome *replaced; /* the failure before it; others may still read that */
    lazynccl_symbol found[];           /* by slot: the open library's functions; NULL: absent */
};

/* What is known, without opening anything; NULL: not searched for yet.
 * lazynccl_success_of: NULL also if it is not open. */
const struct lazynccl_outcome *lazynccl_outcome_of(lazynccl_library *);
const struct lazynccl_outcome *lazynccl_success_of(lazynccl_library *);

void lazynccl_outcome_free(struct lazynccl_outcome *);

/* The version that an open library reports; 0 if it reports none. own: its object, or NULL. */
int lazynccl_version_asked(const lazynccl_library *, void *handle, int major,
                           const struct lazynccl_objects *own);

/* The same for a library that may be open; 0 if it is not. */
int lazynccl_version_of(lazynccl_library *);

/* A base library stands for itself and its suffix families: visits all of them that are linked. */
#define LAZYNCCL_FOR_EACH_OF(base_, library)                                                       \
    for (int i_ = 0; i_ < lazynccl_libraries_count; i_++)                                          \
        for (lazynccl_library *library = lazynccl_libraries[i_];                                   \
             library && library->base == (base_); library = NULL)

/* The one suffix family that the program links, or NULL if it links none or several. */
lazynccl_library *lazynccl_only_family(lazynccl_library *base);
