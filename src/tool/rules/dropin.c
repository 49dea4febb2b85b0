/* The rule on drop-ins that are set up but bypassed: LN113.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/rules/rule.h"

/* The drop-in of a library in a folder, to be freed; NULL: there is none. */
static char *look_in(struct examination *at, const struct lazynccl_description *library,
                     const char *folder)
{
    for (int s = 0; library->sonames[s]; s++) {
        char *path = memory_print("%s/%s", folder, library->sonames[s]);
        OWNED(memory) char *whole = machine_inside(at->machine, path);
        struct elf_file file;
        int opened = whole && !elf_file_head(&file, whole), found = opened && file.lazynccl;

        if (opened)
            elf_file_close(&file);
        if (found)
            return path;
        free(path);
    }
    return NULL;
}

/* The drop-in that a variable sets up: LD_LIBRARY_PATH names its folder, PYTHONPATH the
 * site-packages that it stands in for. */
static char *dropin_of(struct examination *at, const struct lazynccl_description *library,
                       const char *variable, int overlay)
{
    OWNED(strings)
    struct strings path = strings_split(machine_variable(at->machine, variable), ':');
    char *found = NULL;

    for (size_t e = 0; e < path.count && !found; e++) {
        if (!overlay)
            found = look_in(at, library, path.list[e]);
        for (int w = 0; overlay && library->wheels[w] && !found; w++) {
            OWNED(memory) char *folder = memory_print("%s/%s", path.list[e], library->wheels[w]);

            found = look_in(at, library, folder);
        }
    }
    return found;
}

/* 1 if the file itself leads to a real library of ours. */
static int is_past_dropins(const struct binding *binding)
{
    const struct candidate *given = binding_given(binding);

    return binding->vendor.library && given && given->verdict == VERDICT_USABLE &&
           (given->via == LAZYNCCL_VIA_RPATH || given->via == LAZYNCCL_VIA_RUNPATH);
}

FINDING(LN113, "drop-in-bypassed", WARNING, "a drop-in of lazynccl is set up but bypassed",
        "A module's DT_RPATH or an absolute path precedes LD_LIBRARY_PATH, and only code that "
        "opens libraries from Python sees a drop-in in PYTHONPATH. The module gets the real "
        "library as before.",
        "patchelf --replace-needed the module's library with a renamed drop-in",
        "docs/search-order.md")
{
    static const char *const variables[] = {"LD_LIBRARY_PATH", "PYTHONPATH"};
    const struct environment *all = environment_read(at->facts);

    for (size_t i = 0; i < all->bindings.count; i++) {
        const struct binding *binding = &all->bindings.list[i];
        const struct candidate *given = binding_given(binding);

        for (int v = 0; v < 2 && is_past_dropins(binding); v++) {
            const struct lazynccl_description *library = binding->vendor.library;
            OWNED(memory) char *path = dropin_of(at, library, variables[v], v);

            if (!path)
                continue;
            rule_add(at, "LN113", "%s bypasses the drop-in for %s",
                     strings_base_name(binding->file), library->title);
            rule_line(at, "%s", binding->file);
            rule_line(at, "%s (%s) is the drop-in", path, variables[v]);
            rule_evidence(at, library, given);
        }
    }
}
