/* Reports NCCL's other plugins in the real plugin's file: NCCL looks for them in ours.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "netplugin/lazy/others.h"
#include "netplugin/core/core.h"
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

/* The variable names the file to NCCL; if it is unset, NCCL looks in the network plugin's file. */
static const struct {
    const char *what, *symbol, *variable;
} others[] = {
    {"a tuner", "ncclTunerPlugin_v", "NCCL_TUNER_PLUGIN"},
    {"a profiler", "ncclProfiler_v", "NCCL_PROFILER_PLUGIN"},
    {"GIN", "ncclGinPlugin_v", "NCCL_GIN_PLUGIN"},
    {"RMA", "ncclRmaPlugin_v", "NCCL_RMA_PLUGIN"},
};

static int exports(void *handle, const char *prefix)
{
    char symbol[32];
    int found = 0;

    for (int v = 1; v < 100 && !found; v++) {
        snprintf(symbol, sizeof symbol, "%s%d", prefix, v);
        found = dlsym(handle, symbol) != NULL;
    }
    return found;
}

void lazynccl_net_report_others(void *handle, const char *path)
{
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (!secure_getenv(others[i].variable) && exports(handle, others[i].symbol))
            lazynccl_net_inform("%s has %s too, which NCCL cannot find through this plugin: "
                                "set %s=%s",
                                path, others[i].what, others[i].variable, path);
}
