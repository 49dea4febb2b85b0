/* Uses the table of a plugin that is linked into the same file, instead of searching for one.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "netplugin/core/core.h"
#include <dlfcn.h>
#include <stdio.h>

/* Keeps this file loaded, because NCCL closes plugins and opens them again. Versions before v11
 * have no finalize, so the plugin's threads and other state remain. */
static void stay_loaded(void)
{
    Dl_info info;

    if (dladdr(lazynccl_net_name, &info) && info.dli_fname)
        dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

/* A function that the plugin may define. */
extern int fini(void) __asm__(LAZYNCCL_NET_FINI) __attribute__((weak));

static const char *open_plugin(struct lazynccl_net_source *source)
{
    stay_loaded();
    source->table = lazynccl_net_plugin_table();
    source->version = lazynccl_net_plugin_version();
    source->path = lazynccl_net_name;
    source->fini = fini;
    return NULL;
}

/* Sets the name, because NCCL reads it in every version's table before it calls anything. NCCL also
 * compares the name with NCCL_NET, so the finder has no wrong_name(). */
__attribute__((constructor)) static void start(void)
{
    const char *name = *(const char *const *)lazynccl_net_plugin_table(); /* first member */

    snprintf(lazynccl_net_name, sizeof lazynccl_net_name, "%s", name ? name : "unnamed");
    lazynccl_net_finder.open = open_plugin;
}

/* Called in lazynccl_net.h, so that the linker takes this file from the archive. */
const void *lazynccl_net_kit(const void *newest)
{
    return newest;
}
