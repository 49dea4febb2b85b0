/* The environment variables that lazynccl reads; docs/environment.md is checked against them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_SEARCH_SETTINGS_H
#define LAZYNCCL_SEARCH_SETTINGS_H

#include "search/view.h"

enum lazynccl_setting {
    LAZYNCCL_LIBPATH,
    LAZYNCCL_SEARCH,
    LAZYNCCL_CUDA,
    LAZYNCCL_STRICT,
    LAZYNCCL_DEBUG,
    LAZYNCCL_VIRTUAL_ENV,
    LAZYNCCL_CONDA_PREFIX,
    LAZYNCCL_CUDA_PATH,
    LAZYNCCL_CUDA_HOME,
    LAZYNCCL_PLUGIN_FILE,
    LAZYNCCL_PLUGIN_MAX_RECVS,
    LAZYNCCL_PLUGIN_REQUIRED,
    LAZYNCCL_SETTINGS
};

/* A stub's `roots` (NCCL_HOME) are read too: their names stand in the stubs. */
struct lazynccl_setting_row {
    const char *name;
    const char *takes;  /* the form of its value */
    const char *effect; /* of setting it, in a line */
};
extern const struct lazynccl_setting_row lazynccl_settings[LAZYNCCL_SETTINGS];

/* A variable's value as the view's consumer has it; NULL if unset, empty, or not to be trusted
 * because the program runs with raised privileges. */
const char *lazynccl_setting(const struct lazynccl_view *, enum lazynccl_setting);

/* The value of a variable that takes 0 or 1: 1 or 0; anything else counts as 1. */
int lazynccl_setting_on(const struct lazynccl_view *, enum lazynccl_setting);

#endif
