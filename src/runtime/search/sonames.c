/* Chooses the SONAMEs that are acceptable, best first.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/search/candidates.h"
#include <string.h>

/* Returns 1 if this round tries the soname. The first round tries the soname of a loaded copy, the
 * next ones the majors that the caller prefers, and the last all others in the stub's order. */
static int is_wanted(const struct lazynccl_search *s, const char *soname, int round)
{
    if (round == 0)
        return lazynccl_is_loaded(s, soname);
    return round > s->prefers ||
           lazynccl_cuda_of(s->description, lazynccl_major_of(soname)) == s->prefer[round - 1];
}

/* Returns 1 if the user, by LAZYNCCL_CUDA, and the builder allow the CUDA major of a soname. */
static int is_allowed(const struct lazynccl_search *s, const char *soname, int required)
{
    int cuda = lazynccl_cuda_of(s->description, lazynccl_major_of(soname));

    return lazynccl_is_built_for(s->description, soname) &&
           (!required || !cuda || cuda == required);
}

/* Returns the major that LAZYNCCL_CUDA requires, or 0. Ends the search if the value is invalid. */
static int read_cuda(struct lazynccl_search *s)
{
    const char *value = lazynccl_setting(s->view, LAZYNCCL_CUDA), *cuda = value;
    int major;

    if (!value || (strlen(cuda) == 2 && (major = lazynccl_number(&cuda)) >= 11 && !*cuda))
        return value ? major : 0;
    lazynccl_note_mistake(s, "LAZYNCCL_CUDA=%s: give CUDA's major, such as 12 or 13", value);
    s->stop = 1;
    return 0;
}

void lazynccl_order_sonames(struct lazynccl_search *s)
{
    const struct lazynccl_description *desc = s->description;
    int choose = lazynccl_cuda_of(desc, lazynccl_major_of(*desc->sonames)), count = 0;
    int cuda = choose ? read_cuda(s) : 0, used[LAZYNCCL_SONAMES] = {0};

    s->sonames = s->order;
    for (int round = 0; round < s->prefers + 2; round++)
        for (int i = 0; i < LAZYNCCL_SONAMES && desc->sonames[i]; i++) {
            const char *soname = desc->sonames[i];

            if (used[i] || !is_allowed(s, soname, cuda) || !is_wanted(s, soname, round))
                continue;
            used[i] = 1;
            s->names =
                count ? lazynccl_arena_print(&s->arena, "%s or %s", s->names, soname) : soname;
            s->order[count++] = soname;
        }
    if (count || s->stop)
        return;
    lazynccl_note_mistake(s, "%s=%d: no %s of that major version is acceptable here",
                          cuda ? "LAZYNCCL_CUDA" : "LAZYNCCL_CUDA_ONLY",
                          cuda ? cuda : LAZYNCCL_CUDA_ONLY, desc->title);
    s->stop = 1;
}
