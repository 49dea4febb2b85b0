/* How the search for a library ended, and what is kept until the module that holds lazynccl closes.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/library/library.h"

struct lazynccl_arena;

/* Immutable once published; freed when the module that holds lazynccl is closed. */
struct lazynccl_outcome {
    void *handle;      /* NULL if the library is unavailable */
    const char *fault; /* the reason and remedy; NULL if available */
    const char *tried; /* the lines of the report */
    int transient;     /* 1 if a resource had run out, so that the next call searches again */
    int strict;        /* 1 if LAZYNCCL_STRICT was set, so that an absent call ends the program */
    struct lazynccl_outcome *replaced; /* the previous failure, which others may still read */
    /* Only for the full search. */
    struct lazynccl_arena *arena; /* holds this and everything that it points to */
    const char *path;             /* for people; NULL if not open, as are the next two */
    const char *file;             /* the same path without escapes */
    const char *location;         /* its word */
    const char *record;           /* LAZYNCCL_RECORD, or NULL if unset */
    int debug;                    /* 1 if LAZYNCCL_DEBUG was set */
    int major;                    /* of the open library's soname */
    int version;                  /* reported by the open library; 0 if none */
    unsigned order;               /* 1 for the first library that this copy opened, and so on */

    lazynccl_function found[]; /* by slot: the open library's functions, or NULL */
};

/* Return the outcome without opening anything, or NULL if there was no search yet.
 * lazynccl_success_of also returns NULL if the library is not open, and lazynccl_version_of then
 * returns 0. */
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
#ifdef LAZYNCCL_STANDIN                /* nobody can reach lazynccl_wrap() */
#define LAZYNCCL_WRAPS(library) ((struct lazynccl_wrap *)NULL)
#else
#define LAZYNCCL_WRAPS(library)                                                                    \
    ((struct lazynccl_wrap *)(__atomic_load_n(&(library)->wraps, __ATOMIC_ACQUIRE) &               \
                              ~LAZYNCCL_CLOSED))
#endif

/* Must be called before an outcome says that the library is open. */
#define lazynccl_close_wraps(library)                                                              \
    ((void)__atomic_fetch_or(&(library)->wraps, LAZYNCCL_CLOSED, __ATOMIC_ACQ_REL))

/* Evaluates to the target of a slot in the outcome of an open library: the last wrapper, the
 * library's function, or NULL. A macro, because a first call should enter few functions. */
#define lazynccl_reached(library, outcome, index)                                                  \
    (LAZYNCCL_WRAPS(library)                                                                       \
         ? LAZYNCCL_WRAPS(library)->chain(LAZYNCCL_WRAPS(library), (outcome)->found[index], index) \
         : (outcome)->found[index])

/* Must be called whenever a text is kept, or read by a caller who may hold on to it. */
void lazynccl_keep_until_closed(void);

/* For a destructor of the module: returns 1 if dlclose() unloads it, 0 if the program ends. */
int lazynccl_is_closed(void);
