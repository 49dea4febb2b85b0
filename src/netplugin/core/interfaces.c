/* The interfaces of NCCL's plugins. The versions come from stubs/nccl_*.toml.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "netplugin/core/net.h"
#include "profiler_operations.h"
#include "tuner_operations.h"
#include <stddef.h>

#define ROW(id, name, symbol, file, other, oldest)                                                 \
    [LAZYNCCL_NET_KIND_##id] = {LAZYNCCL_NET_KIND_##id,    #name, symbol "_v",                     \
                                "NCCL_" #file "_PLUGIN",   other, oldest,                          \
                                lazynccl_##name##_versions}
const struct lazynccl_net_interface lazynccl_net_interfaces[] = {
    ROW(NET, net, "ncclNetPlugin", NET, NULL, LAZYNCCL_NET_OLDEST),
    ROW(COLLNET, collnet, "ncclCollNetPlugin", NET, "CollNet", 0),
    ROW(TUNER, tuner, "ncclTunerPlugin", TUNER, NULL, LAZYNCCL_TUNER_OLDEST),
    ROW(PROFILER, profiler, "ncclProfiler", PROFILER, NULL, LAZYNCCL_PROFILER_OLDEST),
    ROW(ENV, env, "ncclEnvPlugin", ENV, NULL, 1),
    ROW(GIN, gin, "ncclGinPlugin", GIN, "GIN", 13),
    ROW(RMA, rma, "ncclRmaPlugin", RMA, "RMA", 0),
};
