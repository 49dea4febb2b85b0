/* Finds plugins of other kinds (tuner, profiler, …) that NCCL looks for in a network plugin's file.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "netplugin/core/setting.h"

/* Returns the newest table from version `oldest` to `newest` that a file exports, or NULL, and sets
 * `*version`. `symbol` is the table's symbol without the version, "ncclTunerPlugin_v". */
const void *lazynccl_net_find_table(void *handle, const char *symbol, int oldest, int newest,
                                    int *version);

/* Logs the plugins of other kinds in this file, unless a variable names another file for them. */
void lazynccl_net_report_others(void *handle, const char *path);

/* Opens the file that a variable of lazynccl names. `value` is an absolute path, or NAME for
 * libnccl-KIND-NAME.so. Returns NULL after logging an error. */
void *lazynccl_net_open_named(const char *kind, enum lazynccl_net_variable, const char *value);
