/* How the search for a library ended, and what is kept until the module that holds lazynccl closes.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/library/library.h"

struct lazynccl_arena;

/* Immutable once published; freed when the module that holds lazynccl is closed. */
struct lazynccl_outcome {
    void *handle;      /* NULL: the library is not available */
    const char *fault; /* why, and what to do; NULL if it is */
    const char *tried; /* the lines of the report */
    int transient;     /* 1: not known, a resource had run out: the next call searches again */
    int strict;        /* 1: LAZYNCCL_STRICT was set: an absent call ends the program */
    struct lazynccl_outcome *replaced; /* the failure before it; others may still read that */
    /* Of the full search only. */
    struct lazynccl_arena *arena; /* holds this and all that it points to */
    const char *path;             /* for people; NULL if not open, like the next two */
    const char *file;             /* the same path as its bytes are */
    const char *location;         /* its word */
    const char *record;           /* LAZYNCCL_RECORD; NULL: it was not set */
    int debug;                    /* 1: LAZYNCCL_DEBUG was set */
    int major;                    /* of the open library's soname */
    int version;                  /* that the open library reports; 0: none */
    unsigned order;               /* 1 for the first library that this copy opened, and so on */

    lazynccl_function found[]; /* by slot: the open library's functions; NULL: absent */
};

/* What is known, without opening anything; NULL: not searched for yet.
 * lazynccl_success_of: NULL also if it is not open. lazynccl_version_of: 0 then. */
const struct lazynccl_outcome *lazynccl_outcome_of(lazynccl_library *);
const struct lazynccl_outcome *lazynccl_success_of(lazynccl_library *);
int lazynccl_version_of(lazynccl_library *);

/* A wrapper of a function. */
struct lazynccl_wrap {
    struct lazynccl_wrap *next; /* older */
    /* Sets the pointers of a function's wrappers; returns the one to call, or `found`. A pointer,
     * so that a program that wraps nothing does not link it. */
    lazynccl_function (*chain)(const struct lazynccl_wrap *newest, lazynccl_function found,
                               int index);
    lazynccl_function wrapper;
    void *real;
    int index;
};
#define LAZYNCCL_CLOSED ((uintptr_t)1) /* in the address of the newest: nothing more is wrapped */
#define LAZYNCCL_WRAPS(library)                                                                    \
    ((struct lazynccl_wrap *)(__atomic_load_n(&(library)->wraps, __ATOMIC_ACQUIRE) &               \
                              ~LAZYNCCL_CLOSED))

/* To be called before an outcome says that the library is open. */
#define lazynccl_close_wraps(library)                                                              \
    ((void)__atomic_fetch_or(&(library)->wraps, LAZYNCCL_CLOSED, __ATOMIC_ACQ_REL))

/* What a call of a slot reaches, as the outcome of an open library says: the library's function,
 * the last wrapper of it, or NULL. A macro, because a first call is to enter few functions. */
#define lazynccl_reached(library, outcome, index)                                                  \
    (LAZYNCCL_WRAPS(library)                                                                       \
         ? LAZYNCCL_WRAPS(library)->chain(LAZYNCCL_WRAPS(library), (outcome)->found[index], index) \
         : (outcome)->found[index])

/* To be called whenever something is kept, or is read by a caller who may hold on to it. */
void lazynccl_keep_until_closed(void);

/* In a destructor of the module: 1 if dlclose() closes it; 0 if the program ends. */
int lazynccl_is_closed(void);
