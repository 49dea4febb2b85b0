/* How far the collectives of a communicator are on the GPUs of its ranks.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * A communicator's kernels run one after the other, so that one collective of each rank is the next
 * to complete. Ranks that have started it wait for those that have not. */
#pragma once

#include "tool/trace/communicators.h"

/* The first collective that a GPU has started and not completed, counted as members are. */
struct gpu_wait {
    const struct communicator_collective *call; /* NULL: there is none */
    size_t number;
    int is_everywhere; /* 1: the GPUs of all ranks have started it */
};

/* How far a member is with this collective. */
enum gpu_place {
    GPU_UNKNOWN, /* not recorded, or the member has not entered it */
    GPU_BEHIND,  /* its GPU has not started it */
    GPU_RUNS,
    GPU_DONE
};

/* Call both after communicators_align(). */
struct gpu_wait gpu_find(const struct communicator *);
enum gpu_place gpu_place(const struct communicator_member *, const struct gpu_wait *);

/* How many ranks are at each stage of a collective. */
struct gpu_counts {
    const struct communicator_collective *call; /* gpu_find()'s, or the last one; NULL: none */
    size_t before;                              /* how many collectives were entered after it */
    size_t ranks[TRACE_COMPLETE + 1];           /* by stage */
};
struct gpu_counts gpu_count(const struct communicator *);

/* Returns "on the GPUs: started on 3, not started on 1", or why completions are unknown, to be
 * freed; NULL if nobody asked for them. */
char *gpu_text(const struct communicator *);

/* Returns whether a process records completions: "off", "recorded", or why not. */
const char *gpu_recorder_text(const struct trace_ring *);
