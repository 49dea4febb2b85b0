/* Reads a view: paths, variables and loaded objects of a target.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/search/view.h"
#include <string.h>

#define NAME(id, name, takes, effect) [LAZYNCCL_##id] = name,
const char lazynccl_settings[LAZYNCCL_SETTINGS][LAZYNCCL_SETTING_BYTES] = {
    LAZYNCCL_EACH_SETTING(NAME)};

const char *lazynccl_variable(const struct lazynccl_view *view, const char *name)
{
    const char *value = view->secure ? NULL : view->variable(view, name);

    return value && *value ? value : NULL;
}

int lazynccl_setting_on(const struct lazynccl_view *view, enum lazynccl_setting which)
{
    const char *value = lazynccl_setting(view, which);

    return value && strcmp(value, "0") != 0;
}

const struct lazynccl_object *lazynccl_objects_at(const struct lazynccl_objects *objects,
                                                  const void *address)
{
    for (int i = 0; i < objects->count; i++)
        if (lazynccl_object_holds(&objects->list[i], address))
            return &objects->list[i];
    return NULL;
}

const char *lazynccl_objects_name(const struct lazynccl_objects *objects, const char *path)
{
    for (int i = 0; path && i < objects->count; i++)
        if (strcmp(objects->list[i].path, path) == 0)
            return objects->list[i].name;
    return NULL;
}

const struct lazynccl_object *lazynccl_objects_next(const struct lazynccl_objects *objects,
                                                    const struct lazynccl_object *last,
                                                    const char *const *sonames)
{
    for (int i = last ? (int)(last - objects->list) + 1 : 0; i < objects->count; i++) {
        const struct lazynccl_object *object = &objects->list[i];

        for (int s = 0; sonames[s] && object->soname && !object->is_build; s++)
            if (strcmp(object->soname, sonames[s]) == 0)
                return object;
    }
    return NULL;
}
