/* Which processes the others wait for.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * A process waits for another process that has not entered the same collective, or not made the
 * matching call to a peer. Only numbers of calls are compared, never clocks. */
#pragma once

#include "tool/trace/communicators.h"

/* A process in a communicator. */
struct waits_member {
    const struct trace_ring *ring;
    const struct communicator *communicator;
    const struct communicator_member *member;
    int rank; /* of the process: in its largest communicator */
};

/* Processes that others wait for in the same way. */
struct waits_cause {
    struct waits_member *list; /* the processes by rank, or those of a cycle in its order */
    size_t count;
    size_t waiting; /* how many communicators wait because of these processes */
    const struct communicator_member *peer;       /* waits for a call to it; NULL: see `queued` */
    const struct communicator_collective *queued; /* what the processes have entered, but their GPUs
                                                     have not started; NULL: another cause */
    int is_running; /* 1: the GPUs of all ranks have started `queued`, and it is not complete */
    int is_cycle;   /* 1: each process waits for the next one, and the last for the first */
    int is_unsure;  /* 1: records of a communicator were lost, so that its numbers are estimates */
};

struct waits {
    struct waits_cause *causes; /* first the cause for which most communicators wait */
    size_t count;
};

/* Finds the causes after communicators_align(). The communicators must outlive them. */
struct waits waits_find(const struct communicators *);
void waits_free(struct waits *);

/* Returns the leader's first collective that a member has not entered, or instead of which it
 * entered a different one; NULL if that collective is no longer kept. */
const struct communicator_collective *waits_missing(const struct waits_member *);
