/* How far the collectives of a communicator are on the GPUs of its ranks.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * A communicator's kernels run one after the other, so that one collective of each rank is the next
 * to complete. Ranks whose GPU has started that collective wait for the other ranks. */
#pragma once

#include "tool/trace/communicators.h"

/* The first collective that a GPU has started and not completed. */
struct gpu_wait {
    const struct communicator_collective *call; /* NULL: there is none */
    size_t number;                              /* as in struct communicator_member */
    int is_everywhere;                          /* 1: the GPUs of all ranks have started it */
};

/* A member's progress in the collective. */
enum gpu_place {
    GPU_UNKNOWN, /* not recorded, or the member has not entered the collective */
    GPU_BEHIND,  /* the member's GPU has not started the collective */
    GPU_RUNS,
    GPU_DONE
};

/* Finds the first collective that a GPU has not completed, after communicators_align(). */
struct gpu_wait gpu_find(const struct communicator *);
enum gpu_place gpu_place(const struct communicator_member *, const struct gpu_wait *);

/* How many ranks are at each stage of a collective. */
struct gpu_counts {
    const struct communicator_collective *call; /* from gpu_find(), or else the last; NULL: none */
    size_t later;                               /* how many collectives were entered after `call` */
    size_t ranks[TRACE_COMPLETE + 1];           /* by stage */
};
struct gpu_counts gpu_count(const struct communicator *);

/* Returns "on the GPUs: started on 3, not started on 1", or why completions are unknown, to be
 * freed; NULL if nobody asked for them. */
char *gpu_text(const struct communicator *);

/* Returns whether a process records completions: "off", "recorded", or why not. */
const char *gpu_recorder_text(const struct trace_ring *);
