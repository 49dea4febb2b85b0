/* The profiler's tables that NCCL calls, one a version.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "netplugin/lazy/profiler.h"

#define TO_V3(v)                                                                                   \
    static int init_v##v(void **ctx, int *mask)                                                    \
    {                                                                                              \
        const struct lazynccl_profiler_communicator none = {.log = NULL};                          \
                                                                                                   \
        return lazynccl_profiler_begin(v, &none, mask, ctx);                                       \
    }

static int init_v4(void **ctx, int *mask, const char *name, uint64_t id, int nodes, int ranks,
                   int rank, lazynccl_net_log log)
{
    const struct lazynccl_profiler_communicator communicator = {id, name, nodes, ranks, rank, log};

    return lazynccl_profiler_begin(4, &communicator, mask, ctx);
}

#define SINCE_V5(v)                                                                                \
    static int init_v##v(void **ctx, uint64_t id, int *mask, const char *name, int nodes,          \
                         int ranks, int rank, lazynccl_net_log log)                                \
    {                                                                                              \
        const struct lazynccl_profiler_communicator communicator = {id,    name, nodes,            \
                                                                    ranks, rank, log};             \
                                                                                                   \
        return lazynccl_profiler_begin(v, &communicator, mask, ctx);                               \
    }

#define TABLE(v, type)                                                                             \
    static int start_v##v(void *ctx, void **event, struct lazynccl_profiler_event *of)             \
    {                                                                                              \
        return lazynccl_profiler_start(v, ctx, event, of);                                         \
    }                                                                                              \
    static int record_v##v(void *event, int state, union lazynccl_profiler_state *of)              \
    {                                                                                              \
        return lazynccl_profiler_record(v, event, state, of);                                      \
    }                                                                                              \
    extern LAZYNCCL_NET_PUBLIC const struct lazynccl_profiler ncclProfiler_v##v;                   \
    const struct lazynccl_profiler ncclProfiler_v##v = {"lazy",      {.type = init_v##v},          \
                                                        start_v##v,  lazynccl_profiler_stop,       \
                                                        record_v##v, lazynccl_profiler_end};
TO_V3(1)
TO_V3(2)
TO_V3(3)
SINCE_V5(5)
SINCE_V5(6)
SINCE_V5(7)
TABLE(1, v1) TABLE(2, v1) TABLE(3, v1) TABLE(4, v4) TABLE(5, v5) TABLE(6, v5) TABLE(7, v5)
