/* The libraries that each thread is opening.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD
 *
 * Nothing here is thread-local: in a module that is opened late, the first touch of a thread-local
 * variable allocates, which ends the process if out of memory, and takes the dynamic linker's lock
 * before glibc 2.34. */
#pragma once

#include "runtime/library/library.h"

/* A library that a thread is opening. Its constructors may call back. */
struct lazynccl_opening {
    struct lazynccl_opening *next; /* atomic in the first record, constant in the others */
    const int *thread; /* the address of its errno; NULL: any thread may claim this record */
    int process;       /* the thread's process: after a fork, the child has other threads */
    const lazynccl_library *base;
    const char *name; /* what is being opened; NULL between candidates */
    void *handle;     /* NULL inside dlopen */
    int asked;        /* while the version function runs: 1 + the calls that returned to lazynccl */
};

/* If more calls come back, each function of the library calls lazynccl again, without end. */
#define LAZYNCCL_CALLS_BACK 8

/* Begins a record for this thread; NULL if out of memory. */
struct lazynccl_opening *lazynccl_opening_begin(const lazynccl_library *, const char *name,
                                                void *handle);
void lazynccl_opening_end(struct lazynccl_opening *);

/* Returns this thread's record for the library or its family; NULL if it is opening neither. */
struct lazynccl_opening *lazynccl_opening_of(const lazynccl_library *);

/* Returns the function from the library that this thread is opening, or NULL. */
lazynccl_function lazynccl_symbol_while_opening(lazynccl_library *, int index);

/* Counts a call while the version function runs. Evaluates to 1 if there are too many. */
#define lazynccl_is_asked_too_often(o) ((o)->asked && ++(o)->asked > LAZYNCCL_CALLS_BACK + 1)

/* The first record, which the others follow, newest first; the list only grows. */
LAZYNCCL_INTERNAL extern struct lazynccl_opening lazynccl_openings;
