/* The search location `conda`: the active environment.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/search/candidates.h"
#include "runtime/search/location.h"

void lazynccl_location_conda(struct lazynccl_search *s)
{
    const char *prefix = lazynccl_folder_named(s, lazynccl_setting_name(LAZYNCCL_CONDA_PREFIX));

    s->folder_named = 1;
    if (prefix)
        lazynccl_consider_folder(s, lazynccl_arena_print(&s->arena, "%s/lib", prefix));
}
