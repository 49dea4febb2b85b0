/* Calls a plugin's table of any version through the canonical operations.
 * Generated from nccl_profiler.toml: edit that file and regenerate.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "netplugin/core/convert.h"
#include "netplugin/core/net.h"
#include "profiler_operations.h"

static int init_v1(const struct lazynccl_net_real *real, void **ctx, uint64_t id, int *mask)
{
    const struct lazynccl_profiler_v1 *table = real->table;

    (void)id;
    return table->init(ctx, mask);
}

static int startEvent_v1(const struct lazynccl_net_real *real, void *ctx, void **handle, void *of)
{
    const struct lazynccl_profiler_v1 *table = real->table;

    return table->startEvent(ctx, handle, of);
}

static int init_v2(const struct lazynccl_net_real *real, void **ctx, uint64_t id, int *mask)
{
    const struct lazynccl_profiler_v2 *table = real->table;

    return table->init(ctx, id, mask);
}

static int startEvent_v2(const struct lazynccl_net_real *real, void *ctx, void **handle, void *of)
{
    const struct lazynccl_profiler_v2 *table = real->table;

    return table->startEvent(ctx, handle, of);
}

static void operations_v1(const struct lazynccl_profiler_v1 *table,
                                   struct lazynccl_profiler_operations *made)
{
    *made = (struct lazynccl_profiler_operations){
        .init = table->init ? init_v1 : NULL,
        .startEvent = table->startEvent ? startEvent_v1 : NULL,
    };
}

static void operations_v2(const struct lazynccl_profiler_v2 *table,
                                   struct lazynccl_profiler_operations *made)
{
    *made = (struct lazynccl_profiler_operations){
        .init = table->init ? init_v2 : NULL,
        .startEvent = table->startEvent ? startEvent_v2 : NULL,
    };
}

const char *lazynccl_profiler_missing(const struct lazynccl_profiler_operations *has, int skip)
{
    if (!has->init && skip-- == 0)
        return "init";
    if (!has->startEvent && skip-- == 0)
        return "startEvent";
    return NULL;
}

int lazynccl_profiler_operations_of(int version, const void *table,
                                        struct lazynccl_profiler_operations *made)
{
    switch (version) {
    case 1:
        operations_v1(table, made);
        return 0;
    case 2:
        operations_v2(table, made);
        return 0;
    }
    return -1;
}
