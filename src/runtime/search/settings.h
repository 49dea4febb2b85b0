/* The environment variables that lazynccl reads; docs/environment.md is checked against them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD
 *
 * A stub's `home_variables` (NCCL_HOME) are read too: their names are in the stubs. */
#pragma once

#include "runtime/search/view.h"

/* ROW(id, name, the form of its value, the effect of setting it) */
#define LAZYNCCL_EACH_SETTING(ROW)                                                                 \
    ROW(LIBPATH, "LAZYNCCL_LIBPATH", "absolute files and folders, colon-separated",                \
        "looked through before every other place; a file is taken or nothing")                     \
    ROW(SEARCH, "LAZYNCCL_SEARCH", "places, comma-separated",                                      \
        "the places to look at, in this order and no others")                                      \
    ROW(CUDA, "LAZYNCCL_CUDA", "11, 12 or 13",                                                     \
        "takes NVRTC and nvJitLink of this CUDA major only")                                       \
    ROW(STRICT, "LAZYNCCL_STRICT", "0 or 1",                                                       \
        "a call that cannot be answered prints the report and aborts")                             \
    ROW(DEBUG, "LAZYNCCL_DEBUG", "0 or 1", "prints each step of the search to stderr")             \
    ROW(RECORD, "LAZYNCCL_RECORD", "a file", "stand-ins append to it which library they opened")   \
    ROW(VIRTUAL_ENV, "VIRTUAL_ENV", "a folder", "its site-packages is part of `wheel`")            \
    ROW(CONDA_PREFIX, "CONDA_PREFIX", "a folder", "its lib is the place `conda`")                  \
    ROW(CUDA_PATH, "CUDA_PATH", "a folder", "part of `toolkit`, before CUDA_HOME")                 \
    ROW(CUDA_HOME, "CUDA_HOME", "a folder", "part of `toolkit`, after CUDA_PATH")

enum lazynccl_setting {
#define LAZYNCCL_SETTING(id, name, takes, effect) LAZYNCCL_##id,
    LAZYNCCL_EACH_SETTING(LAZYNCCL_SETTING) LAZYNCCL_SETTINGS
};
extern const char lazynccl_settings[LAZYNCCL_SETTINGS][24]; /* their names */

/* A variable's value as the target has it. NULL if it is unset or empty, and always in a program
 * with raised privileges, which ignores what its caller has set. */
const char *lazynccl_variable(const struct lazynccl_view *, const char *name);
const char *lazynccl_setting(const struct lazynccl_view *, enum lazynccl_setting);

/* The value of a variable that takes 0 or 1: 1 or 0; anything else counts as 1. */
int lazynccl_setting_on(const struct lazynccl_view *, enum lazynccl_setting);
