/* The search location `conda`: the active environment.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/search/candidates.h"
#include "runtime/search/location.h"

int lazynccl_location_conda(struct lazynccl_search *s, int step)
{
    const char *prefix = lazynccl_folder_named(s, lazynccl_setting_name(LAZYNCCL_CONDA_PREFIX));

    (void)step;
    s->folder_named = 1;
    if (prefix)
        lazynccl_consider_folder(s, lazynccl_arena_print(&s->arena, "%s/lib", prefix));
    return 0;
}
