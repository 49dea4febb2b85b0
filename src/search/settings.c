/* The environment, one row a variable; read nowhere else.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "search/view.h"
#include <string.h>

const struct lazynccl_setting_row lazynccl_settings[LAZYNCCL_SETTINGS] = {
    [LAZYNCCL_LIBPATH] = {"LAZYNCCL_LIBPATH", "absolute files and folders, colon-separated",
                          "looked through before every other place; a file is taken or nothing"},
    [LAZYNCCL_SEARCH] = {"LAZYNCCL_SEARCH", "places, comma-separated",
                         "the places to look at, in this order and no others"},
    [LAZYNCCL_CUDA] = {"LAZYNCCL_CUDA", "11, 12 or 13",
                       "takes NVRTC and nvJitLink of this CUDA major only"},
    [LAZYNCCL_STRICT] = {"LAZYNCCL_STRICT", "0 or 1",
                         "a call that cannot be answered prints the report and aborts"},
    [LAZYNCCL_DEBUG] = {"LAZYNCCL_DEBUG", "0 or 1", "prints each step of the search to stderr"},
    [LAZYNCCL_VIRTUAL_ENV] = {"VIRTUAL_ENV", "a folder", "its site-packages is part of `wheel`"},
    [LAZYNCCL_CONDA_PREFIX] = {"CONDA_PREFIX", "a folder", "its lib is the place `conda`"},
    [LAZYNCCL_CUDA_PATH] = {"CUDA_PATH", "a folder", "part of `root`, before CUDA_HOME"},
    [LAZYNCCL_CUDA_HOME] = {"CUDA_HOME", "a folder", "part of `root`, after CUDA_PATH"},
    [LAZYNCCL_PLUGIN_FILE] = {"LAZYNCCL_NET_PLUGIN", "a name, or an absolute path",
                              "the network plugin that libnccl-net-lazy.so opens"},
    [LAZYNCCL_PLUGIN_MAX_RECVS] = {"LAZYNCCL_NET_MAX_RECVS", "1 to 64",
                                   "network plugins of ours tell NCCL of no more maxRecvs"},
    [LAZYNCCL_PLUGIN_REQUIRED] = {"LAZYNCCL_NET_REQUIRED", "0 or 1",
                                  "NCCL fails without its network plugin"},
};

const char *lazynccl_setting(const struct lazynccl_view *view, enum lazynccl_setting which)
{
    const char *value = view->variable(view, lazynccl_settings[which].name);

    return value && *value ? value : NULL;
}

int lazynccl_setting_on(const struct lazynccl_view *view, enum lazynccl_setting which)
{
    const char *value = lazynccl_setting(view, which);

    return value && strcmp(value, "0") != 0;
}
