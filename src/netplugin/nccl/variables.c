/* The table of variables, except for lazynccl's, which are in src/runtime/search/view.h.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "netplugin/nccl/variables.h"
#include "common/machine/nvidia.h"
#include "netplugin/core/setting.h"
#include "runtime/library/library.h"
#include "runtime/search/view.h"

/* The releases are from NCCL's source code, and from strings in its libraries 2.13.4 to 2.32.3. */
static const struct variable_row variables[] = {
    {"ld.so", "LD_LIBRARY_PATH", 0, "folders searched before RUNPATH, the cache and the system's"},
    {"ld.so", "LD_PRELOAD", 0, "libraries loaded first: their functions override all others"},
    {"ld.so", "LD_AUDIT", 0, "libraries that may change every search and binding"},
    {"ld.so", "LD_BIND_NOW", 0, "all functions of a module are resolved when it is loaded"},
    {"ld.so", "LD_DEBUG", 0, "prints what is searched and bound: libs, files, bindings"},
    {"Python", "PYTHONPATH", 0, "folders before site-packages; lazynccl run puts one there"},
    {"NCCL", "NCCL_CONF_FILE", 22300, "read in place of ~/.nccl.conf"},
    {"NCCL", "NCCL_NET", 21000, "the one network to use: IB, Socket, a plugin's; empty is none"},
    {"NCCL", "NCCL_NET_PLUGIN", 21100, "the network plugin: NAME of libnccl-net-NAME.so, or path"},
    {"NCCL", "NCCL_NET_PLUGIN_REF_COUNT", 22602, "0: unload the plugin with the last communicator"},
    {"NCCL", "NCCL_TUNER_PLUGIN", 21901, "the tuner plugin; default: the network plugin's"},
    {"NCCL", "NCCL_PROFILER_PLUGIN", 22304, "the profiler plugin"},
    {"NCCL", "NCCL_ENV_PLUGIN", 22807, "the plugin that provides these variables"},
    {"NCCL", "NCCL_GIN_PLUGIN", 22907, "the plugin for transfers that the device starts"},
    {"NCCL", "NCCL_RMA_PLUGIN", 23007, "the plugin for one-sided transfers"},
    {"NCCL", "NCCL_IB_DISABLE", 0, "1: no InfiniBand"},
    {"NCCL", "NCCL_DEBUG", 0, "VERSION, WARN, INFO, TRACE: prints what is opened, and why not"},
};

void variables_each(void (*each)(void *context, const struct variable_row *), void *context)
{
#define ROW(id, name, takes, effect) {"lazynccl", name, 0, effect},
    static const struct variable_row ours[] = {LAZYNCCL_EACH_SETTING(ROW)
                                                   LAZYNCCL_NET_EACH_SETTING(ROW)};

    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        each(context, &ours[i]);
    for (const struct lazynccl_description *desc = NULL; (desc = nvidia_next(desc));)
        for (int r = 0; desc->home_variables[r]; r++)
            each(context, &(struct variable_row){"lazynccl", desc->home_variables[r], 0,
                                                 "part of `toolkit`, before CUDA_PATH"});
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
        each(context, &variables[i]);
}
