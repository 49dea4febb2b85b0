/* The search location `toolkit`: installations that variables name, and /usr/local/cuda.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/search/candidates.h"
#include "runtime/search/location.h"
#include "runtime/search/trust.h"

static void consider_toolkit(struct lazynccl_search *s, const char *prefix)
{
    int found = lazynccl_consider_sonames(s, prefix, "lib64");
#ifndef LAZYNCCL_SMALL
    const char *targets = lazynccl_arena_print(&s->arena, "%s/targets", prefix);
    char **names;
#endif

    found += lazynccl_consider_sonames(s, prefix, "lib");
#ifndef LAZYNCCL_SMALL
    names = s->stop ? NULL : lazynccl_names_in(s, targets, "");
    for (; names && *names && !s->stop; names++)
        found += lazynccl_consider_sonames(
            s, prefix, lazynccl_arena_print(&s->arena, "targets/%s/lib", *names));
#endif
    if (!found)
        lazynccl_note(s, "%s: no %s in lib64, lib or targets/*/lib", prefix, s->names);
}

/* Returns the variable of a step: the library's own, then those of CUDA, then NULL. */
static const char *variable_of_step(const struct lazynccl_search *s, int step)
{
    const char *const *variables = s->description->home_variables;

    for (; *variables; variables++, step--)
        if (step == 0)
            return *variables;
    if (step == 0)
        return lazynccl_setting_name(LAZYNCCL_CUDA_PATH);
    return step == 1 ? lazynccl_setting_name(LAZYNCCL_CUDA_HOME) : NULL;
}

int lazynccl_location_toolkit(struct lazynccl_search *s, int step)
{
    const char *variable = variable_of_step(s, step), *prefix = "/usr/local/cuda";

    s->folder_named = variable != NULL;
    if (variable)
        prefix = lazynccl_folder_named(s, variable);
    else
        s->check = lazynccl_is_trusted;
    if (prefix)
        consider_toolkit(s, prefix);
    return variable != NULL;
}
