/* Passes on the plugins of the real file that NCCL looks up in ours, each version as it is.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD
 *
 * NCCL takes the newest version of GIN that it finds and tries no older one, so a version that the
 * real file lacks must not be found in this file. The symbols are therefore indirect functions:
 * dlsym() calls the function here, and returns to NCCL what it returns, which is the real plugin's
 * own table or NULL. */
#include "netplugin/core/core.h"
#include "netplugin/lazy/file.h"
#include <dlfcn.h>
#include <string.h>

typedef void table(void); /* what dlsym() finds has no type; C wants that of a function here */

/* Runs in dlsym(), under ld.so's lock, and must not wait for ours: its holder may wait for ld.so.
 * NCCL has initialized the network by then, or never does. */
static table *find(const char *symbol)
{
    const char *path;
    void *file = lazynccl_net_file(&path), *found = NULL;
    table *given;

    if (!file && lazynccl_net_open_early())
        file = lazynccl_net_file(&path);
    if (file)
        found = dlsym(file, symbol);
    memcpy(&given, &found, sizeof given);
    return given;
}

#define PASS(symbol)                                                                               \
    static table *symbol##_of_the_file(void)                                                       \
    {                                                                                              \
        return find(#symbol);                                                                      \
    }                                                                                              \
    LAZYNCCL_NET_PUBLIC void symbol(void) __attribute__((ifunc(#symbol "_of_the_file")));
LAZYNCCL_NET_EACH_PASSED(PASS)
