/* The state of the plugin: how to find it, its operations, and each version's side of it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "netplugin/core/core.h"

struct lazynccl_net_finder lazynccl_net_finder;
struct lazynccl_net_operations lazynccl_net_plugin;
struct lazynccl_collnet_operations lazynccl_collnet_plugin;
char lazynccl_net_name[128];
int lazynccl_net_undone;

static void warn_fault(const struct lazynccl_net_real *real, const char *text)
{
    lazynccl_net_warn("%s", text);
}

#define SIDE(v) [v] = {.caller = (v), .fault = warn_fault},
struct lazynccl_net_real lazynccl_net_sides[] = {LAZYNCCL_NET_EACH_VERSION(SIDE)};
struct lazynccl_net_real lazynccl_collnet_sides[] = {LAZYNCCL_NET_EACH_VERSION(SIDE)};

void lazynccl_net_set_sides(struct lazynccl_net_real *sides,
                            const struct lazynccl_net_source *source)
{
    for (int v = LAZYNCCL_NET_OLDEST; v <= LAZYNCCL_NET_NEWEST; v++) {
        sides[v].table = source->table;
        sides[v].version = source->version;
    }
}

struct lazynccl_net_context *lazynccl_net_shared_context(struct lazynccl_net_context *c,
                                                         int traffic_class)
{
    while (c && (!c->shared || c->config.trafficClass != traffic_class))
        c = c->next;
    return c;
}

struct lazynccl_net_context *lazynccl_net_take_context(struct lazynccl_net_context **list,
                                                       const void *ctx)
{
    struct lazynccl_net_context *context;

    while (*list && *list != ctx)
        list = &(*list)->next;
    context = *list;
    if (context)
        *list = context->next;
    return context;
}
