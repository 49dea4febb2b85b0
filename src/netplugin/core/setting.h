/* The environment variables of lazynccl's network plugins. docs/environment.md is checked against
 * them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

/* ROW(id, name, the form of its value, the effect of setting it) */
#define LAZYNCCL_NET_EACH_SETTING(ROW)                                                             \
    ROW(PLUGIN, "LAZYNCCL_NET_PLUGIN", "a name, or an absolute path",                              \
        "the network plugin that libnccl-net-lazy.so opens")                                       \
    ROW(MAX_RECVS, "LAZYNCCL_NET_MAX_RECVS", "1 to 64",                                            \
        "an upper limit of the maxRecvs that lazynccl's network plugins report")                   \
    ROW(REQUIRED, "LAZYNCCL_NET_REQUIRED", "0 or 1", "NCCL fails without its network plugin")      \
    ROW(TUNER, "LAZYNCCL_TUNER_PLUGIN", "a name, or an absolute path",                             \
        "the tuner that libnccl-net-lazy.so opens")                                                \
    ROW(PROFILER, "LAZYNCCL_PROFILER_PLUGIN", "names and absolute paths, comma-separated",         \
        "the profilers that libnccl-net-lazy.so opens, all at once")

enum lazynccl_net_variable {
#define LAZYNCCL_NET_VARIABLE(id, name, takes, effect) LAZYNCCL_NET_VARIABLE_##id,
    LAZYNCCL_NET_EACH_SETTING(LAZYNCCL_NET_VARIABLE) LAZYNCCL_NET_VARIABLES
};
extern const char *const lazynccl_net_variables[LAZYNCCL_NET_VARIABLES]; /* their names */

/* Returns the value of a variable, or NULL if it is unset or empty or the program has raised
 * privileges. */
const char *lazynccl_net_setting(enum lazynccl_net_variable);

/* Returns the variable LAZYNCCL_NET_MAX_RECVS, or 0 if it is not a number from 1 to the constant
 * with the same name. */
int lazynccl_net_max_recvs(void);

/* Returns 1 if LAZYNCCL_NET_REQUIRED is set to anything but 0. */
int lazynccl_net_required(void);
