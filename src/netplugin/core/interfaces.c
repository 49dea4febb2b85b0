/* The interfaces of NCCL's plugins; the versions come from stubs/nccl_*.toml.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "netplugin/core/net.h"
#include <stddef.h>

#define VERSIONS(name) lazynccl_##name##_versions, &lazynccl_##name##_versions_count
const struct lazynccl_net_interface lazynccl_net_interfaces[] = {
    {"net", "ncclNetPlugin_v", "NCCL_NET_PLUGIN", NULL, VERSIONS(net)},
    {"collnet", "ncclCollNetPlugin_v", "NCCL_NET_PLUGIN", NULL, VERSIONS(collnet)},
    {"tuner", "ncclTunerPlugin_v", "NCCL_TUNER_PLUGIN", NULL, VERSIONS(tuner)},
    {"profiler", "ncclProfiler_v", "NCCL_PROFILER_PLUGIN", NULL, VERSIONS(profiler)},
    {"env", "ncclEnvPlugin_v", "NCCL_ENV_PLUGIN", NULL, VERSIONS(env)},
    {"gin", "ncclGinPlugin_v", "NCCL_GIN_PLUGIN", "GIN", VERSIONS(gin)},
    {"rma", "ncclRmaPlugin_v", "NCCL_RMA_PLUGIN", "RMA", VERSIONS(rma)},
};
const int lazynccl_net_interfaces_count =
    sizeof lazynccl_net_interfaces / sizeof *lazynccl_net_interfaces;
