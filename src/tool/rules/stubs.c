/* The rule on CUDA's stub libraries: LN105.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/linking/search_path.h"
#include "tool/rules/grouped.h"

static void say_given(struct examination *at, const struct group *group, const char *who)
{
    rule_add(at, "LN105", "%s get%s a stub library", who, grouped_s(group));
}

void stubs_check(struct groups *groups, const struct binding *binding)
{
    static const struct group_kind stub = {"LN105", .say = say_given, .given = 1};
    const struct candidate *given = binding_given(binding);

    if (given && given->verdict == VERDICT_FOR_LINKING && !binding->declared)
        grouped_add(groups, &stub, given->path, "", binding, binding->file);
}

const struct group_kind stubs_path = {"LN105",
                                      .what = "%s: a folder of stub libraries in the %s: %s"};

/* The driver's library, which programs open and do not need. What LD_LIBRARY_PATH has is said of
 * that.
 */
static int say_driver(void *context, const char *path, enum lazynccl_via via)
{
    struct examination *at = context;
    const char *shown = machine_shown(at->machine, path);

    if (via != LAZYNCCL_VIA_LD_LIBRARY_PATH && search_path_has_stubs(shown, strlen(shown))) {
        rule_add(at, "LN105", "libcuda.so.1 is a stub library");
        rule_line(at, "%s (%s)", shown, target_via_word(via));
    }
    return 1;
}

FINDING(LN105, "stub-library-found", WARNING, "a folder of stub libraries is searched at run time",
        "CUDA's `stubs` folders contain libraries for linking: empty, but with the real names. A "
        "program that loads one gets no driver (`CUDA driver is a stub library`) or no functions.",
        "remove the folder from the search path; it belongs only on the linker's -L path",
        "horovod/horovod#3831, pytorch/tensorpipe#294")
{
    OWNED(strings)
    struct strings path = strings_split(machine_variable(at->machine, "LD_LIBRARY_PATH"), ':');

    for (size_t i = 0; i < path.count; i++)
        if (search_path_has_stubs(path.list[i], strlen(path.list[i]))) {
            rule_add(at, "LN105", "LD_LIBRARY_PATH has a folder of stubs");
            rule_line(at, "%s", path.list[i]);
        }
    linker_each(at->machine->target, "libcuda.so.1", say_driver, at);
    grouped_look_for(at, stubs_check, "LN105");
}
