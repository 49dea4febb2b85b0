/* NCCL's communicators, and the last collectives that their ranks have entered.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/trace/ring.h"

#define NO_ARGUMENT UINT64_MAX

/* A collective that a rank entered. */
struct communicator_collective {
    const char *name; /* belongs to the ring */
    double time;
    uint64_t arguments[4]; /* count, type, operation, root; NO_ARGUMENT if absent */
    struct trace_progress progress;
};

enum { COMMUNICATOR_KEPT = 512 }; /* at least so many collectives of each rank are kept */

/* How many calls a rank has made to another rank. */
struct communicator_peer {
    int rank;
    size_t sent, received;
};

struct communicator_member {
    const struct trace_ring *ring;
    int rank;      /* rank in the communicator, or in the parent after a split; -1 if unknown */
    int destroyed; /* 1: the rank has destroyed the communicator, or failed to create it */
    int waiting;   /* 1: in the call that creates the communicator */
    int lost;      /* 1: earlier calls were overwritten */
    int absent;    /* 1: the process with this rank has not made the communicator */
    struct communicator_collective *list; /* the last collectives, oldest first */
    size_t count;
    size_t number; /* of the last collective: from 1 or, if calls were lost, as other ranks count */
    size_t entered; /* `number`, minus 1 if the last collective differs from the leader's */
    struct communicator_peer *peers; /* by rank */
    size_t peer_count;
};

struct communicator {
    char *key;
    int ranks;                           /* 0 if unknown */
    int lost;                            /* 1 if a member has lost calls: numbers are estimates */
    struct communicator_member *members; /* after communicators_align(), by rank */
    size_t count;
    /* set by communicators_align(): */
    size_t furthest;                          /* the highest number of a collective on any rank */
    size_t entered;                           /* how many ranks have reached this number */
    const struct communicator_member *leader; /* its last collective is that of most of these ranks;
                                                 NULL: no rank has entered a collective */
    size_t awaited; /* communicator_steps() of the furthest rank that has not destroyed the
                       communicator; 0: no rank waits for another */
};

/* Start with {0}. */
struct communicators {
    struct communicator *list;
    size_t count;
};

/* Adds the communicators in a ring's calls. The ring, but not its calls, must outlive them. */
void communicators_add(struct communicators *, const struct trace_ring *);

/* Adds a rank, and takes over its lists. */
void communicators_add_member(struct communicators *, const char *key, int ranks,
                              const struct communicator_member *);

/* Reads a ring's calls for communicators_add(): if old ones were replaced, only as many from the
 * end as are needed. Returns the reason if it cannot be read, otherwise NULL. */
const char *communicators_read(struct trace_ring *);

/* Makes the numbers of all ranks comparable, and finds the leaders, once all rings were added. */
void communicators_align(struct communicators *);
void communicators_free(struct communicators *);
void communicators_drop(struct communicator *); /* frees what one communicator owns */

/* Returns how far a member is, after communicators_align(). The call of the function that makes the
 * communicator is the first step, its return the second, and each collective one more. */
size_t communicator_steps(const struct communicator_member *);

/* Returns a member's last collective, or NULL. */
const struct communicator_collective *communicator_last(const struct communicator_member *);

/* Returns the member with that rank after communicators_align(), or NULL. */
const struct communicator_member *communicator_find(const struct communicator *, int rank);

/* Returns how often a member has called that rank, or NULL. */
const struct communicator_peer *communicator_peer(const struct communicator_member *, int rank);

/* Returns "ncclAllReduce, 1024 of float32, sum, root 0", to be freed; "none" for NULL. */
char *communicator_call_text(const struct communicator_collective *);

/* Returns the number of ranks or, if that is unknown, the number of known ranks. */
size_t communicator_ranks(const struct communicator *);

/* Returns 1 if both have the same function and arguments. */
int communicator_same_call(const struct communicator_collective *,
                           const struct communicator_collective *);
