/* The place "root": installations of the CUDA toolkit, or of one library, that variables name.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/search/toolkit.h"
#include "runtime/search/settings.h"
#include "runtime/search/trust.h"

static void offer_root(struct lazynccl_search *s, const char *prefix)
{
    const char *targets = lazynccl_arena_print(&s->arena, "%s/targets", prefix);
    int found = lazynccl_offer_sonames(s, prefix, "lib64");
    char **names;

    found += lazynccl_offer_sonames(s, prefix, "lib");
    names = s->stop ? NULL : lazynccl_names_in(s, targets, "");
    for (; names && *names && !s->stop; names++)
        found += lazynccl_offer_sonames(s, prefix,
                                        lazynccl_arena_print(&s->arena, "targets/%s/lib", *names));
    if (!found)
        lazynccl_say(s, "%s: no %s in lib64, lib or targets/*/lib", prefix, s->names);
}

static void offer_root_named(struct lazynccl_search *s, const char *variable)
{
    const char *prefix = s->stop ? NULL : lazynccl_folder_named(s, variable);

    if (prefix)
        offer_root(s, prefix);
}

void lazynccl_place_root(struct lazynccl_search *s)
{
    const char *const *roots = s->wanted->description->roots;

    for (int i = 0; roots[i]; i++)
        offer_root_named(s, roots[i]);
    offer_root_named(s, lazynccl_settings[LAZYNCCL_CUDA_PATH]);
    offer_root_named(s, lazynccl_settings[LAZYNCCL_CUDA_HOME]);
    s->check = lazynccl_may_take;
    if (!s->stop)
        offer_root(s, "/usr/local/cuda");
}
