/* The tables that NCCL looks up, in every version. Each operation calls the core.
 * Generated from nccl_profiler.toml: edit that file and regenerate.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "profiler_operations.h"
#include "netplugin/core/net.h"

extern LAZYNCCL_NET_PUBLIC const struct lazynccl_profiler_v1 ncclProfiler_v1;
extern LAZYNCCL_NET_PUBLIC const struct lazynccl_profiler_v2 ncclProfiler_v2;

static const struct lazynccl_net_real lazynccl_profiler_sides[] = {
    [1] = {.caller = 1},
    [2] = {.caller = 2},
};

static int init_v1(void **ctx, int *mask)
{
    const struct lazynccl_net_real *real = &lazynccl_profiler_sides[1];

    return lazynccl_profiler_core.init(real, ctx, 0, mask);
}

static int startEvent_v1(void *ctx, void **handle, void *of)
{
    const struct lazynccl_net_real *real = &lazynccl_profiler_sides[1];

    return lazynccl_profiler_core.startEvent(real, ctx, handle, of);
}

static int init_v2(void **ctx, uint64_t id, int *mask)
{
    const struct lazynccl_net_real *real = &lazynccl_profiler_sides[2];

    return lazynccl_profiler_core.init(real, ctx, id, mask);
}

static int startEvent_v2(void *ctx, void **handle, void *of)
{
    const struct lazynccl_net_real *real = &lazynccl_profiler_sides[2];

    return lazynccl_profiler_core.startEvent(real, ctx, handle, of);
}

const struct lazynccl_profiler_v1 ncclProfiler_v1 = {
    .name = "lazy",
    .init = init_v1,
    .startEvent = startEvent_v1,
};

const struct lazynccl_profiler_v2 ncclProfiler_v2 = {
    .name = "lazy",
    .init = init_v2,
    .startEvent = startEvent_v2,
};

int lazynccl_profiler_is_own(const void *table)
{
    return table == &ncclProfiler_v1 || table == &ncclProfiler_v2;
}
