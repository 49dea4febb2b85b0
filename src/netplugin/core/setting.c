/* Reads the settings of network plugins from the environment.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "netplugin/core/setting.h"
#include "netplugin/core/net.h"
#include <stdlib.h>
#include <string.h>

#define NAME(id, name, takes, effect) [LAZYNCCL_NET_VARIABLE_##id] = name,
const char *const lazynccl_net_variables[] = {LAZYNCCL_NET_EACH_SETTING(NAME)};

const char *lazynccl_net_setting(enum lazynccl_net_variable which)
{
    const char *value = secure_getenv(lazynccl_net_variables[which]);

    return value && *value ? value : NULL;
}

int lazynccl_net_max_recvs(void)
{
    const char *value = lazynccl_net_setting(LAZYNCCL_NET_VARIABLE_MAX_RECVS);
    int number = 0;

    if (!value)
        return LAZYNCCL_NET_MAX_RECVS;
    for (; *value >= '0' && *value <= '9' && number <= LAZYNCCL_NET_MAX_RECVS; value++)
        number = number * 10 + (*value - '0');
    return !*value && number <= LAZYNCCL_NET_MAX_RECVS ? number : 0;
}

int lazynccl_net_required(void)
{
    const char *value = lazynccl_net_setting(LAZYNCCL_NET_VARIABLE_REQUIRED);

    return value && strcmp(value, "0") != 0;
}
