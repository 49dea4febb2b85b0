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
const struct lazynccl_net_interface lazynccl_net_interfaces[] = {
    {"net", "ncclNetPlugin_v", "NCCL_NET_PLUGIN", NULL, lazynccl_net_versions,
     &lazynccl_net_versions_count},
    {"collnet", "ncclCollNetPlugin_v", "NCCL_NET_PLUGIN", NULL, lazynccl_collnet_versions,
     &lazynccl_net_versions_count},
    {"tuner", "ncclTunerPlugin_v", "NCCL_TUNER_PLUGIN", NULL,
     ROWS({1, 21901, 22005, 32}, {2, 22105, 0, 32}, {3, 22203, 0, 32}, {4, 22403, 0, 32},
          {5, 22803, 0, 32}, {6, 23003, 0, 40})},
    {"profiler", "ncclProfiler_v", "NCCL_PROFILER_PLUGIN", NULL,
     ROWS({1, 22304, 0, 48}, {2, 22403, 0, 48}, {3, 22602, 0, 48}, {4, 22703, 0, 48},
          {5, 22803, 0, 48}, {6, 22902, 0, 48}, {7, 23102, 0, 48})},
    {"env", "ncclEnvPlugin_v", "NCCL_ENV_PLUGIN", NULL, ROWS({1, 22807, 0, 0}, {2, 23007, 0, 0})},
    {"gin", "ncclGinPlugin_v", "NCCL_GIN_PLUGIN", "GIN",
     ROWS({11, 22807, 23004, 0}, {12, 22907, 23004, 0}, {13, 23003, 0, 0}, {14, 23007, 0, 0})},
    {"rma", "ncclRmaPlugin_v", "NCCL_RMA_PLUGIN", "RMA",
     ROWS({13, 23003, 0, 0}, {14, 23007, 0, 0}, {15, 23102, 0, 0}, {16, 23203, 0, 0})},
};
const int lazynccl_net_interfaces_count =
    sizeof lazynccl_net_interfaces / sizeof *lazynccl_net_interfaces;
