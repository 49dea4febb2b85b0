/* The plugin is linked with us: its author's table, in place of a search.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "netplugin/core/core.h"
#include <dlfcn.h>
#include <stdio.h>

char lazynccl_net_name[128];

/* NCCL reads the name in every version's table before it calls anything. */
__attribute__((constructor)) static void take_name(void)
{
    const char *name = *(const char *const *)lazynccl_net_plugin_table(); /* the first member */

    snprintf(lazynccl_net_name, sizeof lazynccl_net_name, "%s", name ? name : "unnamed");
}

const char *lazynccl_net_wrong_name(const char *before, const char *after)
{
    (void)before, (void)after; /* NCCL has compared it */
    return NULL;
}

/* NCCL closes plugins and opens them again; what was begun, threads of the plugin among it, lives
 * on, for versions before v11 never end it. */
static void stay(void)
{
    Dl_info info;

    if (dladdr(lazynccl_net_name, &info) && info.dli_fname)
        dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

/* The plugin's own, if it has one. */
extern int fini(void) __asm__(LAZYNCCL_NET_FINI) __attribute__((weak));

const char *lazynccl_net_open(struct lazynccl_net_source *source)
{
    stay();
    source->table = lazynccl_net_plugin_table();
    source->version = lazynccl_net_plugin_version();
    source->path = lazynccl_net_name;
    source->fini = fini;
    return NULL;
}
