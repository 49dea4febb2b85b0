/* Gives NCCL the real file's tables of plugins that it looks up in our file, without conversion.
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

typedef void table(void); /* C requires a function type for an indirect function */

/* Runs in dlsym() under ld.so's lock, so it must not wait for the core's lock, whose owner may wait
 * for ld.so. By now NCCL has initialized the network, or never will. */
static table *find(const char *symbol)
{
    const char *path;
    void *file = lazynccl_net_file(&path), *found = NULL;
    table *result;

    if (!file && lazynccl_net_open_early())
        file = lazynccl_net_file(&path);
    if (file)
        found = dlsym(file, symbol);
    memcpy(&result, &found, sizeof result);
    return result;
}

#define PASS(symbol)                                                                               \
    static table *symbol##_of_the_file(void)                                                       \
    {                                                                                              \
        return find(#symbol);                                                                      \
    }                                                                                              \
    LAZYNCCL_NET_PUBLIC void symbol(void) __attribute__((ifunc(#symbol "_of_the_file")));
LAZYNCCL_NET_EACH_PASSED(PASS)
