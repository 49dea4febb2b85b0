/* The CollNet of a plugin that is linked with us.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "netplugin/core/core.h"

int lazynccl_collnet_open(struct lazynccl_net_source *source)
{
    source->table = lazynccl_collnet_plugin_table();
    source->version = lazynccl_collnet_plugin_version();
    return 0;
}
