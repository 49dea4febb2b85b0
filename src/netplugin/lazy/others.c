/* Finds plugins of other kinds in the real network plugin's file, or in files that variables name.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "netplugin/lazy/others.h"
#include "netplugin/core/core.h"
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const void *lazynccl_net_find_table(void *handle, const char *symbol, int oldest, int newest,
                                    int *version)
{
    const void *table = NULL;
    char name[32];

    for (int v = newest; v >= oldest && !table; v--) {
        snprintf(name, sizeof name, "%s%d", symbol, v);
        table = dlsym(handle, name);
        *version = v;
    }
    return table;
}

/* Returns 1 if NCCL looks for this plugin in the network plugin's file: no variable disables it or
 * names its file, except by a path that cannot be read; CollNet must be enabled. */
static int is_looked_for(const struct lazynccl_net_interface *each)
{
    const char *value = secure_getenv(each->variable);

    if (each->kind == LAZYNCCL_NET_KIND_COLLNET) { /* NCCL uses CollNet only on request */
        value = secure_getenv("NCCL_COLLNET_ENABLE");
        return value && strcmp(value, "1") == 0;
    }
    return !value || !*value || (*value == '/' && access(value, R_OK) != 0);
}

/* Returns 1 if NCCL gets this plugin's table through our own file (passed.c). */
static int is_passed_on(const struct lazynccl_net_interface *each, void *handle)
{
    int version, newest = 0;

    for (const struct lazynccl_net_version *row = each->versions; row->number; row++)
        newest = row->number;
    return each->kind != LAZYNCCL_NET_KIND_COLLNET &&
           lazynccl_net_find_table(handle, each->symbol, each->versions->number, newest, &version);
}

void lazynccl_net_report_others(void *handle, const char *path)
{
    int version;

    for (int i = 0; i < LAZYNCCL_NET_KINDS; i++) {
        const struct lazynccl_net_interface *each = &lazynccl_net_interfaces[i];

        if (each->other && is_looked_for(each) && !is_passed_on(each, handle) &&
            lazynccl_net_find_table(handle, each->symbol, 1, 99, &version))
            lazynccl_net_warn("%s has %s of v%d too, which NCCL cannot find through this plugin: "
                              "set %s=%s",
                              path, each->other, version, each->variable, path);
    }
}

void *lazynccl_net_open_named(const char *kind, enum lazynccl_net_variable which, const char *value)
{
    const char *variable = lazynccl_net_variables[which];
    char name[512];
    void *handle;

    if (strstr(value, ".so"))
        snprintf(name, sizeof name, "%s", value);
    else
        snprintf(name, sizeof name, "libnccl-%s-%s.so", kind, value);
    if (strchr(value, '/') && *value != '/') {
        lazynccl_net_warn("no %s: %s=%s: neither a name nor an absolute path", kind, variable,
                          value);
        return NULL;
    }
    handle = dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE); /* plugin threads may remain */
    if (!handle)
        lazynccl_net_warn("no %s: %s=%s: %s", kind, variable, value, dlerror());
    return handle;
}
