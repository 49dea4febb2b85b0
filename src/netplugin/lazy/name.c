/* The name of this plugin, which is set before NCCL reads it and compares it with NCCL_NET.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "netplugin/lazy/name.h"
#include "netplugin/core/core.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define OWN_NAME "lazy"

/* Takes the name from NCCL_NET, so that any value matches; init checks it against the real plugin.
 * NCCL releases after 2.28.3 compare the names before the search for that plugin. Older ones
 * compare after init. */
void lazynccl_net_take_name(void)
{
    const char *wanted = secure_getenv("NCCL_NET"); /* a variable of NCCL, not of lazynccl */

    for (int i = 0; wanted && lazynccl_net_own_networks[i]; i++)
        if (strcasecmp(wanted, lazynccl_net_own_networks[i]) == 0)
            wanted = NULL;
    snprintf(lazynccl_net_name, sizeof lazynccl_net_name, "%s",
             wanted && *wanted ? wanted : OWN_NAME);
}

/* Returns 1 if a name matches a pattern, where a final '*' matches anything. */
static int matches(const char *name, const char *pattern)
{
    size_t length = strlen(pattern);

    return name && (pattern[length - 1] == '*' ? strncasecmp(name, pattern, length - 1) == 0
                                               : strcasecmp(name, pattern) == 0);
}

static int in_row(const char *name, const char *const *row)
{
    for (; *row; row++)
        if (matches(name, *row))
            return 1;
    return 0;
}

const char *lazynccl_net_wrong_name(const char *before, const char *after)
{
    const char *wanted = lazynccl_net_name;
    static char text[512];

    if (matches(wanted, OWN_NAME) || (before && matches(wanted, before)) ||
        (after && matches(wanted, after)))
        return NULL;
    for (int i = 0; lazynccl_net_aliases[i]; i++) {
        const char *const *row = lazynccl_net_aliases[i];

        if (in_row(wanted, row) && (in_row(before, row) || in_row(after, row)))
            return NULL;
    }
    snprintf(
        text, sizeof text,
        "NCCL_NET=%s asks for another network than this plugin's, which is \"%s\"; unset it, or "
        "set it to " OWN_NAME,
        wanted, after ? after : "(unnamed)");
    return text;
}
