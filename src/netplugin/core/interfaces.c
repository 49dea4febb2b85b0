/* The interfaces of NCCL's plugins; the versions of those of networks come from nccl_net.toml.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "netplugin/core/net.h"
#include <stddef.h>

#define ROWS(...)                                                                                  \
    (const struct lazynccl_net_version[]){__VA_ARGS__}, &(const int)                               \
    {                                                                                              \
        sizeof((const struct lazynccl_net_version[]){__VA_ARGS__}) /                               \
            sizeof(struct lazynccl_net_version)                                                    \
    }
#define NET lazynccl_net_versions, &lazynccl_net_versions_count

/* CollNet has the versions of net. */
const struct lazynccl_net_interface lazynccl_net_interfaces[] = {
    {"net", "ncclNetPlugin_v", "NCCL_NET_PLUGIN", NULL, NET},
    {"collnet", "ncclCollNetPlugin_v", "NCCL_NET_PLUGIN", NULL, NET},
    {"tuner", "ncclTunerPlugin_v", "NCCL_TUNER_PLUGIN", NULL,
     ROWS({1, 21901, 22005}, {2, 22105, 0}, {3, 22203, 0}, {4, 22403, 0}, {5, 22803, 0},
          {6, 23003, 0})},
    {"profiler", "ncclProfiler_v", "NCCL_PROFILER_PLUGIN", NULL,
     ROWS({1, 22304, 0}, {2, 22403, 0}, {3, 22602, 0}, {4, 22703, 0}, {5, 22803, 0}, {6, 22902, 0},
          {7, 23102, 0})},
    {"env", "ncclEnvPlugin_v", "NCCL_ENV_PLUGIN", NULL, ROWS({1, 22807, 0}, {2, 23007, 0})},
    {"gin", "ncclGinPlugin_v", "NCCL_GIN_PLUGIN", "GIN",
     ROWS({11, 22807, 23004}, {12, 22907, 23004}, {13, 23003, 0}, {14, 23007, 0})},
    {"rma", "ncclRmaPlugin_v", "NCCL_RMA_PLUGIN", "RMA",
     ROWS({13, 23003, 0}, {14, 23007, 0}, {15, 23102, 0}, {16, 23203, 0})},
};
const int lazynccl_net_interfaces_count =
    sizeof lazynccl_net_interfaces / sizeof *lazynccl_net_interfaces;
