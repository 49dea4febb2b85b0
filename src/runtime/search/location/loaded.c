/* The search location `loaded`: what this process has loaded already.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/search/candidates.h"
#include "runtime/search/elf_check.h"
#include "runtime/search/location.h"
#include <errno.h>
#include <string.h>

void lazynccl_location_loaded(struct lazynccl_search *s)
{
    const struct lazynccl_objects *loaded = s->view->objects;
    int seen = 0;

    for (int i = 0; s->sonames[i]; i++)
        for (int o = 0; o < loaded->count; o++) {
            const struct lazynccl_object *object = &loaded->list[o];

            if (!object->soname || strcmp(object->soname, s->sonames[i]) != 0)
                continue;
            seen++;
            if (object->is_build)
                lazynccl_note(s, "%s: " LAZYNCCL_IS_BUILD, object->path);
            else
                lazynccl_consider(s, object->path);
        }
    if (!seen)
        lazynccl_note(s, "no %s is loaded", s->names);
    s->loaded = 1;
}
