/* The other plugins that NCCL looks for in a network plugin's file.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_NETPLUGIN_LAZY_OTHERS_H
#define LAZYNCCL_NETPLUGIN_LAZY_OTHERS_H

#include "netplugin/core/setting.h"

/* Logs a line for each of them in the file, unless its variable is set. */
void lazynccl_net_report_others(void *handle, const char *path);

/* Opens the file that a variable names to us: an absolute path, or NAME for libnccl-KIND-NAME.so.
 * Returns NULL after logging why not. */
void *lazynccl_net_open_named(const char *kind, enum lazynccl_net_variable, const char *value);

#endif
