/* Finds the profilers when NCCL first starts one.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "netplugin/core/core.h"
#include "netplugin/lazy/file.h"
#include "netplugin/lazy/others.h"
#include "netplugin/lazy/profiler.h"
#include <stdlib.h>
#include <string.h>

/* Adds the newest table of a file if it is complete and not ours. Returns 1 if one was added. */
static int take(void *handle, const char *path, int caller, int (*is_own)(const void *),
                struct lazynccl_profiler_file *found)
{
    int version;
    const char *const *table =
        lazynccl_net_find_table(handle, "ncclProfiler_v", 1, LAZYNCCL_PROFILER_NEWEST, &version);

    if (!table || is_own(table))
        return 0;
    lazynccl_profiler_operations_of(version, table, &found->does);
    if (lazynccl_profiler_missing(&found->does)) {
        lazynccl_net_warn("no profiler: the table of v%d in %s is not complete", version, path);
        return 0;
    }
    found->real = (struct lazynccl_net_real){.table = table, .version = version};
    lazynccl_net_inform("profiler %s of %s (v%d), called as v%d", *table ? *table : "?", path,
                        version, caller);
    return 1;
}

int lazynccl_profiler_find(int caller, int (*is_own)(const void *),
                           struct lazynccl_profiler_file found[LAZYNCCL_PROFILERS])
{
    const char *value = lazynccl_net_setting(LAZYNCCL_NET_VARIABLE_PROFILER), *path;
    char *list, *rest, *name;
    void *handle;
    int count = 0;

    if (!value) {
        handle = lazynccl_net_file(&path);
        return handle ? take(handle, path, caller, is_own, &found[0]) : 0;
    }
    list = rest = strdup(value);
    while (rest && (name = strsep(&rest, ","))) {
        if (!*name)
            continue;
        if (count == LAZYNCCL_PROFILERS) {
            lazynccl_net_warn("no profiler: %s has more than %d: %s is left out",
                              lazynccl_net_variables[LAZYNCCL_NET_VARIABLE_PROFILER],
                              LAZYNCCL_PROFILERS, name);
            continue;
        }
        handle = lazynccl_net_open_named("profiler", LAZYNCCL_NET_VARIABLE_PROFILER, name);
        if (handle && !take(handle, name, caller, is_own, &found[count]))
            lazynccl_net_warn("no profiler: %s has no ncclProfiler_v1 to v%d that can be used",
                              name, LAZYNCCL_PROFILER_NEWEST);
        for (int i = 0; i < count; i++)
            if (found[i].real.table == found[count].real.table) {
                lazynccl_net_warn("the profiler %s is named twice, and used once", name);
                found[count].real.table = NULL;
            }
        if (found[count].real.table)
            count++;
    }
    free(list);
    return count;
}
