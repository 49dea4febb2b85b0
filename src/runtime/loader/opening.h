/* Which libraries a thread is opening.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD
 *
 * Nothing here is thread-local: in a module that is opened late, the first touch of a thread-local
 * variable allocates, which ends the process if out of memory, and takes the dynamic linker's lock
 * before glibc 2.34. A thread key is no better, because a process has only 1,024 of them. There is
 * no lock either. */
#pragma once

#include "runtime/library/library.h"

/* A library that a thread is opening. Its constructors may call back. */
struct lazynccl_opening {
    struct lazynccl_opening *next; /* constant once another thread can see it */
    uintptr_t thread;              /* 0: none, so any thread may use this record */
    const lazynccl_library *base;
    const char *name; /* for dlopen, as long as `handle` is NULL */
    void *handle;     /* NULL: still inside dlopen */
    int asked; /* while the library is asked for its version: 1 + calls that came back to us */
};

/* More calls than that come back from a library only if it calls us for each call of itself. */
#define LAZYNCCL_CALLS_BACK 8

/* Returns NULL if out of memory. */
struct lazynccl_opening *lazynccl_opening_begin(const lazynccl_library *, const char *name,
                                                void *handle);
void lazynccl_opening_end(struct lazynccl_opening *);

/* What this thread is doing with the library or its family; NULL: it is not opening it. */
struct lazynccl_opening *lazynccl_opening_of(const lazynccl_library *);

/* In a forked child, which has this thread alone: a new thread may get the address of one that the
 * child does not have. */
void lazynccl_opening_after_fork(void);

/* All records, newest first; only grows. The last one is static. */
LAZYNCCL_INTERNAL extern struct lazynccl_opening *lazynccl_openings;

/* 1 after lazynccl_freeze(): nothing is opened any more. */
LAZYNCCL_INTERNAL extern int lazynccl_frozen;
#define lazynccl_is_frozen() __atomic_load_n(&lazynccl_frozen, __ATOMIC_ACQUIRE)
