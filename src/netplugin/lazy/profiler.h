/* The profilers that NCCL's calls go to, each in its own version.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_NETPLUGIN_LAZY_PROFILER_H
#define LAZYNCCL_NETPLUGIN_LAZY_PROFILER_H

#include "netplugin/core/net.h"
#include "profiler_operations.h"

/* Before v4 an argument of a state has 16 bytes, of which only `appended` is of use to others. */
union lazynccl_profiler_state {
    struct {
        size_t size;
        int steps;
    } before_v4;
    int appended;
    uint64_t since_v4;
};

/* 1 if a state means the same to both versions: 0 to 7 end with v3. */
static inline int lazynccl_profiler_knows(int caller, int version, int state)
{
    return state <= lazynccl_profiler_last_state(version) &&
           (state > 7 || (caller < 4 && version < 4));
}

/* Finds the profilers, except our own tables: LAZYNCCL_PROFILER_PLUGIN's, or the network plugin's
 * file's. */
#define LAZYNCCL_PROFILERS 4
struct lazynccl_profiler_file {
    struct lazynccl_net_real real;
    struct lazynccl_profiler_operations does;
};
int lazynccl_profiler_find(int caller, int (*is_own)(const void *table),
                           struct lazynccl_profiler_file found[LAZYNCCL_PROFILERS]);

#endif
