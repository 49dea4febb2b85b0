/* NCCL's communicators, and the last collectives that their ranks have entered.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/trace/ring.h"

#define NO_ARGUMENT UINT64_MAX

/* A collective that a rank entered. */
struct communicator_collective {
    const char *name; /* in the ring */
    double time;
    uint64_t arguments[4]; /* count, type, operation, root; NO_ARGUMENT if absent */
};

enum { COMMUNICATOR_KEPT = 256 }; /* at least so many collectives of each rank are kept */

struct communicator_member {
    const struct trace_ring *ring;
    int rank; /* rank in the communicator, or in the parent after a split; -1 if unknown */
    int destroyed, waiting;               /* waiting: in the call that creates the communicator */
    int lost;                             /* 1 if earlier calls were overwritten */
    struct communicator_collective *list; /* the last ones, oldest first */
    size_t count;
    size_t number; /* of the last one: counted from 1 if no call was lost, else aligned with the
                      other ranks */
};

struct communicator {
    char *key;
    int ranks;                           /* 0 if unknown */
    int lost;                            /* 1 if a member has lost calls: numbers are estimates */
    struct communicator_member *members; /* after communicators_align(), by rank */
    size_t count;
};

/* Start with {0}. */
struct communicators {
    struct communicator *list;
    size_t count;
};

/* Adds what a ring's calls say. The ring must outlive the communicators, its calls need not. */
void communicators_add(struct communicators *, const struct trace_ring *);

/* Makes the numbers of all ranks comparable. Must be called after the last ring was added. */
void communicators_align(struct communicators *);
void communicators_free(struct communicators *);

/* Returns 1 if function and arguments are the same. */
int communicator_same_call(const struct communicator_collective *,
                           const struct communicator_collective *);
