/* Reads the environment; nothing else does.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/search/settings.h"
#include <string.h>

#define NAME(id, name, takes, effect) [LAZYNCCL_##id] = name,
const char lazynccl_settings[LAZYNCCL_SETTINGS][24] = {LAZYNCCL_EACH_SETTING(NAME)};

const char *lazynccl_variable(const struct lazynccl_view *view, const char *name)
{
    const char *value = view->secure ? NULL : view->variable(view, name);

    return value && *value ? value : NULL;
}

const char *lazynccl_setting(const struct lazynccl_view *view, enum lazynccl_setting which)
{
    return lazynccl_variable(view, lazynccl_settings[which]);
}

int lazynccl_setting_on(const struct lazynccl_view *view, enum lazynccl_setting which)
{
    const char *value = lazynccl_setting(view, which);

    return value && strcmp(value, "0") != 0;
}
