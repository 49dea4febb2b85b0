/* The state of the plugin: how to find it, its operations, and each version's side of it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "netplugin/core/core.h"

struct lazynccl_net_finder lazynccl_net_finder;
struct lazynccl_net_operations lazynccl_net_plugin;
char lazynccl_net_name[128];

static void warn_fault(const struct lazynccl_net_real *real, const char *text)
{
    lazynccl_net_warn("%s", text);
}

#define SIDE(v) [v] = {.caller = (v), .fault = warn_fault},
struct lazynccl_net_real lazynccl_net_sides[] = {LAZYNCCL_NET_EACH_VERSION(SIDE)};

void lazynccl_net_set_sides(const struct lazynccl_net_source *source)
{
    for (int v = LAZYNCCL_NET_OLDEST; v <= LAZYNCCL_NET_NEWEST; v++) {
        lazynccl_net_sides[v].table = source->table;
        lazynccl_net_sides[v].version = source->version;
    }
}
