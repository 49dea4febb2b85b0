/* How the search for a library ended.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/library/library.h"

/* Immutable once published; freed when the module that holds lazynccl is closed. */
struct lazynccl_outcome {
    void *handle;      /* NULL if the library is unavailable */
    const char *fault; /* the reason and remedy; of an available library NULL, or in a small copy
                        * why it lacks a function */
    const char *tried; /* the lines of the report */
    int transient;     /* 1 if a resource had run out, so that the next call searches again */
    int settings;      /* the library's `settings` when the last search began; atomic */
    int missing;       /* 1 if ld.so finds no such library: calls may return answers */
    int strict;        /* 1 if LAZYNCCL_STRICT was set, so that an absent call ends the program */
    const char *path;  /* the open file, safe to print; NULL if not open */
    const char *location; /* the word of the search location, or NULL */
    int version;          /* reported by the open library; 0 if none */
    int debug;            /* 1 if LAZYNCCL_DEBUG was set */
    int major;            /* of the open library's soname */
    unsigned order;       /* 1 for the first library that this copy opened, and so on */
    struct lazynccl_outcome *replaced; /* the previous failure, which others may still read */
    struct lazynccl_arena *memory;     /* holds this and everything that it points to */
    const char *file;                  /* `path` without escapes; NULL if not open */
    const char *record;                /* LAZYNCCL_RECORD, or NULL if unset */
    lazynccl_function found[];         /* by slot: the open library's functions, or NULL */
};

/* 1 after lazynccl_freeze(): no more libraries are opened. */
LAZYNCCL_INTERNAL extern int lazynccl_frozen;
#define lazynccl_is_frozen() __atomic_load_n(&lazynccl_frozen, __ATOMIC_ACQUIRE)

#define LAZYNCCL_OF_OTHER_MAJOR "it is of CUDA %d, and the program of CUDA %d"

/* Return the outcome without opening anything, or NULL if there was no search yet. If the library
 * is not open, lazynccl_success_of also returns NULL, and lazynccl_version_of 0. */
const struct lazynccl_outcome *lazynccl_outcome_of(lazynccl_library *);
const struct lazynccl_outcome *lazynccl_success_of(lazynccl_library *);
int lazynccl_version_of(lazynccl_library *);

/* Returns 1 if a file may lack a function. */
int lazynccl_is_optional(const struct lazynccl_description *, const char *name);

/* Returns the name of the first function that is absent (in `found`, by slot) and not optional, or
 * NULL. A suffix family has each function once per minor. Only the newest counts: if the library
 * lacks it, an older one fills its slot. */
const char *lazynccl_lacks(const struct lazynccl_description *, const lazynccl_function *found);

/* The reason of a copy that takes only complete libraries. */
#define LAZYNCCL_LACKS "lacks %s, and this program needs all functions"

/* Must be called whenever a text is kept, or read by a caller who may hold on to it. */
void lazynccl_keep_until_closed(void);

/* How often lazynccl_keep_until_closed() was called after main() began. Atomic. */
LAZYNCCL_INTERNAL extern unsigned lazynccl_times_kept;

/* Called before main(): renews the exit handler, because the old one would run too late. */
#define lazynccl_keep_anew() ((void)(lazynccl_times_kept = 0))

/* For a destructor of the module: returns 1 if dlclose() unloads it, 0 if the program ends. */
int lazynccl_is_closed(void);
