/* The last calls of each rank of NCCL's communicators, and the ranks that are missing.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/trace/ring.h"

/* A collective that a rank entered. */
struct trace_collective {
    const char *name; /* in the ring */
    double time;
    uint64_t arguments[4]; /* count, type, operation, root; ~0 if absent */
    size_t number; /* counts from 1 if no call was lost, else is aligned with the other ranks */
};

struct trace_member {
    const struct trace_ring *ring;
    int rank; /* rank in the communicator, or in the parent after a split; -1 if unknown */
    uint64_t handle;
    int destroyed, waiting; /* waiting: in the call that creates the communicator */
    int lost;               /* 1 if earlier calls were overwritten */
    double time;            /* when the rank requested the communicator */
    struct trace_collective *list;
    size_t count;
};

struct trace_communicator {
    char *key;
    int ranks; /* 0 if unknown */
    struct trace_member *members;
    size_t count;
};

struct trace_communicators {
    struct trace_communicator *list;
    size_t count;
};

/* The rings must outlive the communicators. */
struct trace_communicators trace_nccl_find(const struct trace_ring *rings, size_t count);
void trace_nccl_free(struct trace_communicators *);

/* Prints a summary. Returns the number of communicators in which a rank is missing or differs. */
struct style;
size_t trace_nccl_show(const struct trace_communicators *, const struct style *);
struct json; /* writes the same as JSON */
size_t trace_nccl_json(const struct trace_communicators *, struct json *);
