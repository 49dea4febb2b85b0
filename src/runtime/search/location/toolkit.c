/* The search location `toolkit`: installations that variables name, and /usr/local/cuda.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/search/candidates.h"
#include "runtime/search/location.h"
#include "runtime/search/trust.h"

/* Considers PREFIX/targets/<machine>/lib, except if the command searches as a small copy does. */
static int lazynccl_consider_targets(struct lazynccl_search *s, const char *prefix)
{
    const char *targets = lazynccl_arena_print(&s->arena, "%s/targets", prefix);
    char **names = is_over(s) || s->locations ? NULL : lazynccl_names_in(s, targets, "");
    int found = 0;

    for (; names && *names && !s->stop; names++)
        found += lazynccl_consider_sonames(
            s, prefix, lazynccl_arena_print(&s->arena, "targets/%s/lib", *names));
    return found;
}

static void consider_toolkit(struct lazynccl_search *s, const char *prefix)
{
    int found = lazynccl_consider_sonames(s, prefix, "lib64");

    found += lazynccl_consider_sonames(s, prefix, "lib");
    if (lazynccl_consider_targets(s, prefix))
        found = 1;
    if (!found)
        lazynccl_note(s, "%s: no %s in " LAZYNCCL_TOOLKIT_FOLDERS, prefix, s->names);
}

static void consider_variables(struct lazynccl_search *s, const char *const *variable)
{
    for (; *variable && !is_over(s); variable++) {
        const char *prefix = lazynccl_folder_named(s, *variable);

        if (prefix)
            consider_toolkit(s, prefix);
    }
}

void lazynccl_location_toolkit(struct lazynccl_search *s)
{
    const char *const cuda[] = {lazynccl_setting_name(LAZYNCCL_CUDA_PATH),
                                lazynccl_setting_name(LAZYNCCL_CUDA_HOME), NULL};

    s->folder_named = 1;
    consider_variables(s, s->description->home_variables);
    consider_variables(s, cuda);
    s->folder_named = 0;
    s->check = lazynccl_is_trusted;
    if (!is_over(s))
        consider_toolkit(s, "/usr/local/cuda");
}
