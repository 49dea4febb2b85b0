/* Why the plugin is unavailable. Recorded once, and logged whenever it matters.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "netplugin/core/core.h"
#include <stdarg.h>
#include <stdio.h>

static const char *failure; /* set once. Atomic */

const char *lazynccl_net_failure(void)
{
    return __atomic_load_n(&failure, __ATOMIC_ACQUIRE);
}

void lazynccl_net_record_failure(const char *why)
{
    if (!failure) /* otherwise another thread may be reading it */
        __atomic_store_n(&failure, why, __ATOMIC_RELEASE);
}

int lazynccl_net_fail(const char *format, ...)
{
    static char why[900];
    va_list list;

    if (!failure) {
        va_start(list, format);
        vsnprintf(why, sizeof why, format, list);
        va_end(list);
        lazynccl_net_record_failure(why);
    }
    lazynccl_net_warn("%s", failure);
    return LAZYNCCL_NET_SYSTEM_ERROR;
}

int lazynccl_net_must_fail(void)
{
    return lazynccl_net_failure() && lazynccl_net_required();
}

int lazynccl_net_absent(const char *operation)
{
    const char *why = lazynccl_net_failure();

    lazynccl_net_warn("%s: %s", operation,
                      why ? why : "the plugin's init did not succeed for this communicator");
    return LAZYNCCL_NET_SYSTEM_ERROR;
}
