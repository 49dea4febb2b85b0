/* The NCCL releases that look up each version.
 * Generated from nccl_profiler.toml: edit that file and regenerate.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "netplugin/core/net.h"

const struct lazynccl_net_version lazynccl_profiler_versions[] = {
    {1, 22304, 22403, 24},
    {2, 22602, 0, 24},
    {0, 0, 0, 0},
};
