/* The states of profilers' events, whose meaning and argument depend on the version.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "netplugin/core/net.h"
#include "profiler_operations.h"

/* The argument of a state. Before v4 it has 16 bytes, of which only `appended` exists in other
 * versions. */
union lazynccl_profiler_state {
    struct {
        size_t size;
        int steps;
    } before_v4;
    int appended;
    uint64_t since_v4;
};

/* Returns 1 if a state has the same meaning in both versions. States 0 to 7 end with v3. */
static inline int lazynccl_profiler_knows(int caller, int version, int state)
{
    return state <= lazynccl_profiler_last_state(version) &&
           (state > 7 || (caller < 4 && version < 4));
}
