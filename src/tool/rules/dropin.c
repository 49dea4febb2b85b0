/* The rule on drop-ins that are set up but bypassed: LN113.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "search/search.h"
#include "tool/rules/rule.h"
#include <stdlib.h>
#include <string.h>

/* Drop-ins of a library that the environment sets up: LD_LIBRARY_PATH names their folder,
 * PYTHONPATH the site-packages that they stand in for. */
struct setup {
    const struct lazynccl_description *library;
    char *path; /* of the drop-in that was found; NULL: none */
    int overlay;
};

static void look_in(struct examination *at, struct setup *setup, const char *folder)
{
    for (int s = 0; setup->library->sonames[s] && !setup->path; s++) {
        char *path = lazynccl_join(folder, "/", setup->library->sonames[s]);
        char *whole = path ? machine_inside(at->machine, path) : NULL;
        struct elf_file file;

        if (whole && elf_file_head(&file, whole) == NULL) {
            setup->path = file.lazynccl ? strdup(path) : NULL;
            elf_file_close(&file);
        }
        free(whole);
        free(path);
    }
}

static void look_for_dropin(struct examination *at, const char *element, struct setup *setup)
{
    if (!setup->overlay)
        look_in(at, setup, element);
    for (int w = 0; setup->overlay && setup->library->wheels[w]; w++) {
        char *folder = lazynccl_join(element, "/", setup->library->wheels[w]);

        if (folder)
            look_in(at, setup, folder);
        free(folder);
    }
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
            struct setup setup = {.library = binding->vendor.library, .overlay = v};
            struct strings path = strings_split(machine_variable(at->machine, variables[v]), ':');

            for (size_t e = 0; e < path.count; e++)
                look_for_dropin(at, path.list[e], &setup);
            strings_free(&path);
            if (setup.path) {
                findings_add(at->findings, "LN113", "%s bypasses the drop-in for %s",
                             strings_base_name(binding->file), setup.library->title);
                findings_evidence(at->findings, "%s", binding->file);
                findings_evidence(at->findings, "%s (%s) is the drop-in", setup.path, variables[v]);
                rule_evidence(at, setup.library, given);
            }
            free(setup.path);
        }
    }
}
