/* The rule on packages that load a library before their modules: LN124.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/rules/group.h"

static void say_unless(struct examination *at, const struct group *group, const char *who)
{
    const struct binding *binding = group->binding;
    const struct lazynccl_description *is = binding->vendor.library;

    rule_add(at, "LN124",
             "%s would not load with the %s that ld.so finds, but %s loads its own first", who,
             is->title, binding->first);
    rule_line(at, "%s", group->detail);
    rule_evidence(at, is, binding_given(binding));
    rule_evidence(at, is, &binding->preloaded);
}

FINDING(
    LN124, "works-if-loaded-first", NOTE,
    "a module works only because its package loads the library first",
    "The dynamic linker would give the module a file that it cannot use. Its package opens the "
    "wheel's copy by path before the module (CuPy 14 and others with cuda.pathfinder, JAX in its "
    "plugins), and the first file loaded under a SONAME serves the whole process. Another "
    "package that is imported before may load the unusable one.",
    "lazynccl find --import PACKAGE shows what a process gets; remove the unusable file's folder "
    "from LD_LIBRARY_PATH",
    "cuda.pathfinder's load_nvidia_dynamic_lib, cupy/_environment.py of CuPy 14.2")
{
    groups_look_for(at, needs_judge, "LN124");
}

const struct group_kind first_unless = {"LN124", .say = say_unless};
