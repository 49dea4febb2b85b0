/* Writes to NCCL's log.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "netplugin/core/net.h"

/* lazynccl_net_say() writes a line to NCCL's log, or nothing before the first init sets the log. */
void lazynccl_net_set_log(lazynccl_net_log);
void lazynccl_net_say(int level, const char *format, ...) __attribute__((format(printf, 2, 3)));
#define lazynccl_net_warn(...) lazynccl_net_say(LAZYNCCL_NET_LOG_WARN, __VA_ARGS__)
#define lazynccl_net_inform(...) lazynccl_net_say(LAZYNCCL_NET_LOG_INFO, __VA_ARGS__)

/* Logs each line of a text. */
void lazynccl_net_warn_lines(const char *text);
