/* Which processes the others wait for.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * A process waits for another one if it has entered a collective, or made a call to a peer, that
 * the other one has not. Only numbers of calls are compared, never clocks. */
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
    struct waits_member *list; /* in the order of their ranks; each in a communicator in which it
                                  is missing */
    size_t count;
    size_t waiting;                         /* how many communicators wait because of them */
    const struct communicator_member *peer; /* waits for a call to it; NULL: for a collective */
    const struct communicator_collective *queued; /* they have entered it, but their GPUs have not
                                                     started it; NULL: they have not entered it */
    int is_running; /* 1: the GPUs of all ranks have started `queued`, and it is not complete */
    int is_cycle;   /* 1: each waits in its communicator for the next one, the last for the first */
    int is_unsure;  /* 1: a communicator's records were lost, so its numbers are estimates */
};

struct waits {
    struct waits_cause *causes; /* those first that most communicators wait for */
    size_t count;
};

/* Finds the causes after communicators_align(). The communicators must outlive them. */
struct waits waits_find(const struct communicators *);
void waits_free(struct waits *);

/* Returns the leader's first collective that a member has not entered, or instead of which it
 * entered a different one; NULL if that collective is no longer kept. */
const struct communicator_collective *waits_missing(const struct waits_member *);
