/* NCCL's tables and events for profilers, in every version; facts of each release's
 * nccl_profiler.h.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD
 *
 * An event's description is a head and the description of its type. From v4 on each version only
 * adds members at the end and types, so that the newest serves all; v1 to v3 have other
 * descriptions of collectives and of sends and receives. */
#ifndef LAZYNCCL_NETPLUGIN_LAZY_PROFILER_VERSIONS_H
#define LAZYNCCL_NETPLUGIN_LAZY_PROFILER_VERSIONS_H

#include "lazynccl_net.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define LAZYNCCL_PROFILER_NEWEST 7

/* Types of events: bits of the mask that init sets. */
enum {
    LAZYNCCL_PROFILER_COLL = 1 << 1,
    LAZYNCCL_PROFILER_P2P = 1 << 2,
    LAZYNCCL_PROFILER_PROXY_OP = 1 << 3,
};

struct lazynccl_profiler_coll_v1 {
    const char *name;
    uint64_t hash, sequence;
    uint8_t function;
    const void *send;
    void *receive;
    size_t count;
    int root;
    uint8_t datatype;
    uint32_t operation;
    size_t traffic;
    uint8_t channels, warps, algorithm, protocol;
    int collnet, nvls;
};

/* v2, whose `traffic` v3 has no longer */
#define LAZYNCCL_PROFILER_COLL_BEFORE_V4(traffic)                                                  \
    {                                                                                              \
        const char *name;                                                                          \
        uint64_t hash, sequence;                                                                   \
        const char *function;                                                                      \
        const void *send;                                                                          \
        void *receive;                                                                             \
        size_t count;                                                                              \
        int root;                                                                                  \
        const char *datatype;                                                                      \
        traffic uint8_t channels, warps;                                                           \
        const char *algorithm, *protocol;                                                          \
    }
struct lazynccl_profiler_coll_v2 LAZYNCCL_PROFILER_COLL_BEFORE_V4(size_t traffic;);
struct lazynccl_profiler_coll_v3 LAZYNCCL_PROFILER_COLL_BEFORE_V4();

struct lazynccl_profiler_coll_v7 {
    uint64_t sequence;
    const char *function;
    const void *send;
    void *receive;
    size_t count;
    int root;
    const char *datatype;
    uint8_t channels, warps;
    const char *algorithm, *protocol;
    void *group;         /* v5: the parent, which is the call's event since then */
    const char *variant; /* v7 */
    bool symmetric;
    uint64_t tag;
};

struct lazynccl_profiler_p2p_v1 {
    const char *name;
    uint64_t hash;
    uint8_t function;
    void *buffer;
    uint8_t datatype;
    size_t count;
    int peer;
};

struct lazynccl_profiler_p2p_v2 {
    const char *name;
    uint64_t hash;
    const char *function;
    void *buffer;
    const char *datatype;
    size_t count;
    int peer;
};

struct lazynccl_profiler_p2p_v7 {
    const char *function;
    void *buffer;
    const char *datatype;
    size_t count;
    int peer;
    uint8_t channels;
    void *group;  /* v5 */
    uint64_t tag; /* v7 */
};

struct lazynccl_profiler_proxy {
    pid_t pid;
    uint8_t channel;
    int peer, steps, chunk, sends;
};

/* Every version: `type` has 8 bits before v5, and 64 since. */
struct lazynccl_profiler_event {
    union {
        uint8_t before_v5;
        uint64_t since_v5;
    } type;
    void *parent;
    int rank;
    union {
        struct lazynccl_profiler_coll_v1 coll_v1;
        struct lazynccl_profiler_coll_v2 coll_v2;
        struct lazynccl_profiler_coll_v3 coll_v3;
        struct lazynccl_profiler_coll_v7 coll;
        struct lazynccl_profiler_p2p_v1 p2p_v1;
        struct lazynccl_profiler_p2p_v2 p2p_v2;
        struct lazynccl_profiler_p2p_v7 p2p;
        struct lazynccl_profiler_proxy proxy;
        unsigned char bytes[112]; /* of any type */
    } of;
};

/* Before v4 an argument of a state has 16 bytes, of which only `appended` is of use to others. */
union lazynccl_profiler_state {
    struct {
        size_t size;
        int steps;
    } before_v4;
    int appended;
    uint64_t since_v4;
};

typedef int lazynccl_profiler_init_v1(void **ctx, int *mask);
typedef int lazynccl_profiler_init_v4(void **ctx, int *mask, const char *name, uint64_t id,
                                      int nodes, int ranks, int rank, lazynccl_net_log log);
typedef int lazynccl_profiler_init_v5(void **ctx, uint64_t id, int *mask, const char *name,
                                      int nodes, int ranks, int rank, lazynccl_net_log log);

/* The table of every version; `init` has the type of its version. */
struct lazynccl_profiler {
    const char *name;
    union {
        lazynccl_profiler_init_v1 *v1; /* to v3 */
        lazynccl_profiler_init_v4 *v4;
        lazynccl_profiler_init_v5 *v5; /* to v7 */
    } init;
    int (*startEvent)(void *ctx, void **event, struct lazynccl_profiler_event *);
    int (*stopEvent)(void *event);
    int (*recordEventState)(void *event, int state, union lazynccl_profiler_state *);
    int (*finalize)(void *ctx);
};

#endif
