/* The tables of a profiler in every version, and the canonical operations, with the parameters
 * of the newest version and all removed ones.
 * Generated from nccl_profiler.toml: edit that file and regenerate.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_PROFILER_OPERATIONS_H
#define LAZYNCCL_PROFILER_OPERATIONS_H

#include "lazynccl_net.h"

#define LAZYNCCL_PROFILER_NEWEST 2
#define LAZYNCCL_PROFILER_COLL (1 << 1)

struct lazynccl_net_real;

struct lazynccl_profiler_coll_v1 {
    uint64_t hash;
    uint8_t function;
    size_t count;
};

struct lazynccl_profiler_coll_v2 {
    const char *function;
    size_t count;
    void *group;
    uint64_t tag;
};

/* Newest, and what is removed since. */
struct lazynccl_profiler_coll {
    uint64_t hash;
    const char *function;
    size_t count;
    void *group;
    uint64_t tag;
};

struct lazynccl_profiler_event_v1 {
    uint8_t type;
    void *parent;
    int rank;
    union {
        struct lazynccl_profiler_coll_v1 coll;
        unsigned char bytes[16];
    } of;
};
LAZYNCCL_NET_ASSERT(sizeof(struct lazynccl_profiler_event_v1) == 48, lazynccl_profiler_event_v1);

struct lazynccl_profiler_event_v2 {
    uint64_t type;
    void *parent;
    int rank;
    union {
        struct lazynccl_profiler_coll_v2 coll;
        unsigned char bytes[24];
    } of;
};
LAZYNCCL_NET_ASSERT(sizeof(struct lazynccl_profiler_event_v2) == 56, lazynccl_profiler_event_v2);

struct lazynccl_profiler_event {
    uint64_t type;
    void *parent;
    int rank;
    union {
        struct lazynccl_profiler_coll coll;
        unsigned char bytes[24];
    } of;
};

/* An event of any version. */
union lazynccl_profiler_any {
    struct lazynccl_profiler_event_v1 v1;
    struct lazynccl_profiler_event_v2 v2;
};

/* Reads an event of a version, and writes one. */
void lazynccl_profiler_read(int version, const void *, struct lazynccl_profiler_event *);
void lazynccl_profiler_write(int version, const struct lazynccl_profiler_event *,
                             union lazynccl_profiler_any *);

/* The types of events that a version has, and its last state. */
uint64_t lazynccl_profiler_types(int version);
int lazynccl_profiler_last_state(int version);

struct lazynccl_profiler_v1 {
    const char *name;
    lazynccl_net_result (*init)(void **ctx, int *mask);
    lazynccl_net_result (*startEvent)(void *ctx, void **handle, void *of);
};
LAZYNCCL_NET_ASSERT(sizeof(struct lazynccl_profiler_v1) == 24, lazynccl_profiler_v1);
struct lazynccl_profiler_v2 {
    const char *name;
    /* Starts it. */
    lazynccl_net_result (*init)(void **ctx, uint64_t id, int *mask);
    /* Starts an event. */
    lazynccl_net_result (*startEvent)(void *ctx, void **handle, void *of);
};
LAZYNCCL_NET_ASSERT(sizeof(struct lazynccl_profiler_v2) == 24, lazynccl_profiler_v2);

struct lazynccl_profiler_operations {
    int (*init)(const struct lazynccl_net_real *real, void **ctx, uint64_t id, int *mask);
    int (*startEvent)(const struct lazynccl_net_real *real, void *ctx, void **handle, void *of);
};

/* Fills the operations that a table has. lazynccl_profiler_missing() returns the name of one that
 * NCCL requires and the table lacks, after `skip` others, or NULL. */
int lazynccl_profiler_operations_of(int, const void *table, struct lazynccl_profiler_operations *);
const char *lazynccl_profiler_missing(const struct lazynccl_profiler_operations *, int skip);

/* The operations that the tables for NCCL call. lazynccl_profiler_is_own() returns whether a
 * table is one of these tables. */
extern LAZYNCCL_NET_HIDDEN const struct lazynccl_profiler_operations lazynccl_profiler_core;
int lazynccl_profiler_is_own(const void *table);

#endif
