/* Reads the environment; nothing else does.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/search/settings.h"
#include <string.h>

#define NAME(id, name, takes, effect) [LAZYNCCL_##id] = name,
const char lazynccl_settings[LAZYNCCL_SETTINGS][24] = {LAZYNCCL_EACH_SETTING(NAME)};

const char *lazynccl_setting(const struct lazynccl_view *view, enum lazynccl_setting which)
{
    const char *value = view->variable(view, lazynccl_settings[which]);

    return value && *value ? value : NULL;
}

int lazynccl_setting_on(const struct lazynccl_view *view, enum lazynccl_setting which)
{
    const char *value = lazynccl_setting(view, which);

    return value && strcmp(value, "0") != 0;
}
