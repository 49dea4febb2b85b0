/* The rule on packages that load a library before their modules: LN124.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/rules/grouped.h"

static void say_unless(struct examination *at, const struct group *group, const char *who)
{
    const struct binding *binding = group->binding;
    const struct lazynccl_description *desc = binding->vendor.library;

    rule_add(at, "LN124",
             "%s would not load with the %s that ld.so finds, but %s loads its own first", who,
             desc->title, binding->first);
    rule_line(at, "%s", group->detail);
    rule_evidence(at, desc, binding_given(binding));
    rule_evidence(at, desc, &binding->preloaded);
}

GROUP_FINDING(
    LN124, preload_check, "works-if-loaded-first", NOTE,
    "a module works only because its package loads the library first",
    "The dynamic linker would give the module a file that it cannot use. Its package opens the "
    "wheel's copy by path before the module (PyTorch from 2.5 on, CuPy 14 and others with "
    "cuda.pathfinder, JAX in its plugins), and the first file loaded under a SONAME serves the "
    "whole process. Another "
    "package that is imported before may load the unusable one.",
    "lazynccl find --import PACKAGE shows what a process gets; remove the unusable file's folder "
    "from LD_LIBRARY_PATH",
    "cuda.pathfinder's load_nvidia_dynamic_lib, cupy/_environment.py of CuPy 14.2, "
    "torch/__init__.py of PyTorch 2.15, pytorch/pytorch#138460")

/* What is wrong with the file that ld.so gives, in words, to be freed; NULL: nothing. */
static char *fault_of(const struct candidate *given)
{
    return given && candidate_is_broken(given) ? memory_copy(given->outcome)
           : given && given->missing.count ? memory_print("it lacks %s", candidate_missing(given))
                                           : NULL;
}

int preload_serves(const struct binding *binding)
{
    OWNED(memory) char *fault = fault_of(binding_given(binding));

    return fault && binding->first && binding->preloaded.path && !binding->preloaded.missing.count;
}

void preload_check(struct groups *groups, const struct binding *binding)
{
    static const struct group_kind unless = {"LN124", .say = say_unless};
    const struct candidate *given = binding_given(binding);
    OWNED(memory) char *fault = fault_of(given);

    if (preload_serves(binding))
        grouped_add(groups, &unless, given->path, fault, binding, binding->file);
}
