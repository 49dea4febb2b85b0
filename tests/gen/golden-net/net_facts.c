/* The NCCL releases that look up each version, and the names of plugins.
 * Generated from nccl_net.toml: edit that file and regenerate.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "netplugin/core/net.h"
#include <stddef.h>

const struct lazynccl_net_version lazynccl_net_versions[] = {
    {3, 20604, 20708, 0},
    {4, 20803, 21806, 56},
    {5, 23003, 0, 72},
    {0, 0, 0, 0},
};
const struct lazynccl_net_version lazynccl_gin_versions[] = {
    {11, 22807, 23003, 0},
    {0, 0, 0, 0},
};

const char *const lazynccl_net_own_networks[] = {"Socket", NULL};

/* Each row contains the names of one plugin. */
const char *const *const lazynccl_net_aliases[] = {
    (const char *const[]){"Old name", "New name*", NULL},
    NULL,
};
