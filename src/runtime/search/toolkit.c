/* The location "toolkit": installations of CUDA, or of one library, that variables name.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/search/toolkit.h"
#include "runtime/search/settings.h"
#include "runtime/search/trust.h"

static void consider_toolkit(struct lazynccl_search *s, const char *prefix)
{
    const char *targets = lazynccl_arena_print(&s->arena, "%s/targets", prefix);
    int found = lazynccl_consider_sonames(s, prefix, "lib64");
    char **names;

    found += lazynccl_consider_sonames(s, prefix, "lib");
    names = s->stop ? NULL : lazynccl_names_in(s, targets, "");
    for (; names && *names && !s->stop; names++)
        found += lazynccl_consider_sonames(
            s, prefix, lazynccl_arena_print(&s->arena, "targets/%s/lib", *names));
    if (!found)
        lazynccl_note(s, "%s: no %s in lib64, lib or targets/*/lib", prefix, s->names);
}

static void consider_toolkit_variable(struct lazynccl_search *s, const char *variable)
{
    const char *prefix = s->stop ? NULL : lazynccl_folder_named(s, variable);

    if (prefix)
        consider_toolkit(s, prefix);
}

void lazynccl_location_toolkit(struct lazynccl_search *s)
{
    const char *const *variables = s->wanted->description->home_variables;

    s->folder_named = 1;
    for (int i = 0; variables[i]; i++)
        consider_toolkit_variable(s, variables[i]);
    consider_toolkit_variable(s, lazynccl_settings[LAZYNCCL_CUDA_PATH]);
    consider_toolkit_variable(s, lazynccl_settings[LAZYNCCL_CUDA_HOME]);
    s->folder_named = 0;
    s->check = lazynccl_is_trusted;
    if (!s->stop)
        consider_toolkit(s, "/usr/local/cuda");
}
