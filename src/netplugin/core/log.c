/* Writes to NCCL's log.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "netplugin/core/log.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define LINE_BYTES 900 /* NCCL cuts a line, its own prefix included, at 1 KiB */

static lazynccl_net_log log_function;

void lazynccl_net_set_log(lazynccl_net_log log)
{
    if (log)
        __atomic_store_n(&log_function, log, __ATOMIC_RELEASE);
}

void lazynccl_net_say(int level, const char *format, ...)
{
    lazynccl_net_log log = __atomic_load_n(&log_function, __ATOMIC_ACQUIRE);
    char line[LINE_BYTES];
    va_list list;

    va_start(list, format);
    vsnprintf(line, sizeof line, format, list);
    va_end(list);
    if (log)
        log(level, LAZYNCCL_NET_SUBSYSTEM_INIT | LAZYNCCL_NET_SUBSYSTEM_NET, "lazynccl", 0, "%s",
            line);
}

void lazynccl_net_warn_lines(const char *text)
{
    while (text && *text) {
        int length = (int)strcspn(text, "\n");

        lazynccl_net_warn("%.*s", length, text);
        text += length;
        if (*text)
            text++;
    }
}
