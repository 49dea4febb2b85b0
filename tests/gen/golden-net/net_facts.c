/* The NCCL releases that look up each version, and the names of plugins.
 * Generated from nccl_net.toml: edit that file and regenerate.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "netplugin/core/net.h"
#include <stddef.h>

const struct lazynccl_net_version lazynccl_net_versions[] = {
    {3, 20604, 20708, 0},
    {4, 20803, 21806, 56},
    {5, 23003, 0, 72},
};
const int lazynccl_net_versions_count =
    sizeof lazynccl_net_versions / sizeof *lazynccl_net_versions;
const struct lazynccl_net_version lazynccl_collnet_versions[] = {
    {3, 20604, 20708, 0},
    {4, 20803, 21806, 24},
    {5, 23003, 0, 24},
};
const int lazynccl_collnet_versions_count =
    sizeof lazynccl_collnet_versions / sizeof *lazynccl_collnet_versions;
const struct lazynccl_net_version lazynccl_gin_versions[] = {
    {11, 22807, 23003, 0},
};
const int lazynccl_gin_versions_count =
    sizeof lazynccl_gin_versions / sizeof *lazynccl_gin_versions;

const char *const lazynccl_net_own_networks[] = {"Socket", NULL};

/* Each row contains the names of one plugin. */
const char *const *const lazynccl_net_aliases[] = {
    (const char *const[]){"Old name", "New name*", NULL},
    NULL,
};
