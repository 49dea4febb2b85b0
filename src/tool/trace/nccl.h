/* What the ranks of NCCL's communicators called last, and which ranks are missing.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/trace/ring.h"

/* A collective that a rank has entered. */
struct trace_collective {
    const char *name; /* of the ring */
    double time;
    uint64_t arguments[4]; /* count, type, operation, root; ~0: it has none */
    size_t number;         /* from 1, if no call was lost; else aligned with the other ranks */
};

struct trace_member {
    const struct trace_ring *ring;
    int rank; /* of the communicator; -1: not known. After a split that of the one before */
    uint64_t handle;
    int destroyed, waiting; /* waiting: in the function that makes the communicator */
    int lost;               /* 1: earlier calls were overwritten */
    double time;            /* when it asked for the communicator */
    struct trace_collective *list;
    size_t count;
};

struct trace_communicator {
    char *key;
    int ranks; /* 0: not known */
    struct trace_member *members;
    size_t count;
};

struct trace_communicators {
    struct trace_communicator *list;
    size_t count;
};

/* Rings must live as long. */
struct trace_communicators trace_nccl_find(const struct trace_ring *rings, size_t count);
void trace_nccl_free(struct trace_communicators *);

/* Prints a screen. Returns the number of communicators in which a rank is missing or differs. */
struct style;
size_t trace_nccl_show(const struct trace_communicators *, const struct style *);
struct json; /* writes the same */
size_t trace_nccl_json(const struct trace_communicators *, struct json *);
