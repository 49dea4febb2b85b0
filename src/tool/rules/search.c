/* Rules on where libraries are looked for: LN105, 114, 116.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "search/folder.h"
#include "tool/rules/rule.h"
#include <stdlib.h>
#include <string.h>

static int is_stubs(const char *element)
{
    const char *at = strstr(element, "/stubs");

    return at && (at[6] == '\0' || at[6] == '/');
}

FINDING(LN105, "stub-library-found", WARNING, "a folder of stub libraries is searched at run time",
        "CUDA's `stubs` folders hold libraries for linking, empty but under the real names. "
        "Whoever loads one gets no driver (`CUDA driver is a stub library`) or no functions.",
        "take the folder out of the search path; it belongs into the linker's -L alone",
        "horovod/horovod#3831, pytorch/tensorpipe#294")
{
    const struct environment *all = environment_read(at->facts);
    const char *from, *last = "";
    char *gives = linker_find(at->machine, NULL, "libcuda.so.1", &from);
    struct strings path = strings_split(machine_variable(at->machine, "LD_LIBRARY_PATH"), ':');

    for (size_t i = 0; i < path.count; i++)
        if (is_stubs(path.list[i])) {
            findings_add(at->findings, "LN105", "LD_LIBRARY_PATH has a folder of stubs");
            findings_evidence(at->findings, "%s", path.list[i]);
        }
    strings_free(&path);
    if (gives && is_stubs(gives) && strcmp(from, "LD_LIBRARY_PATH") != 0) {
        findings_add(at->findings, "LN105", "libcuda.so.1 is a stub library");
        findings_evidence(at->findings, "%s (%s)", machine_shown(at->machine, gives), from);
    }
    for (size_t i = 0; i < all->need_count; i++) {
        const struct look *look = environment_given(&all->needs[i]);

        if (!look || !is_stubs(look->path) || strcmp(look->place, "LD_LIBRARY_PATH") == 0 ||
            strcmp(look->path, last) == 0)
            continue;
        last = look->path;
        findings_add(at->findings, "LN105", "%s gets a stub library",
                     strings_base_name(all->needs[i].path));
        findings_evidence(at->findings, "%s (%s)", machine_shown(at->machine, look->path),
                          look->place);
    }
    free(gives);
}

FINDING(LN116, "relative-library-path", WARNING, "LD_LIBRARY_PATH has an empty or relative element",
        "An empty element (a colon at an end, or two together) and a relative one mean the current "
        "folder of whoever runs the program: libraries are then taken from wherever it stands. "
        "`LD_LIBRARY_PATH=$LD_LIBRARY_PATH:/x` does so where the variable was unset.",
        "write ${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}/x, and absolute paths only",
        "NVIDIA/cuda-python#792")
{
    const char *path = machine_variable(at->machine, "LD_LIBRARY_PATH");
    struct strings elements = strings_split(path && *path ? path : NULL, ':');

    for (size_t i = 0; i < elements.count; i++) {
        const char *element = elements.list[i];

        if (*element == '/' || *element == '$')
            continue;
        findings_add(at->findings, "LN116", "LD_LIBRARY_PATH has %s element",
                     *element ? "a relative" : "an empty");
        findings_evidence(at->findings, "LD_LIBRARY_PATH=%s", path);
        break;
    }
    strings_free(&elements);
}

FINDING(LN114, "setting-refused", ERROR, "lazynccl refuses a setting",
        "Relative and empty paths would mean whatever folder a program happens to stand in; a "
        "misspelt place might have been the one that was meant. lazynccl takes neither and says "
        "so.",
        "correct or unset the variable", "docs/environment.md")
{
    size_t first = at->findings->count;

    for (int l = 0; l < lazynccl_libraries_count; l++) {
        const struct answer *answer = lazynccl_libraries[l]->root == lazynccl_libraries[l]
                                          ? facts_answer(at->facts, lazynccl_libraries[l]->description->name)
                                          : NULL;

        for (int i = 0; answer && i < answer->count; i++) {
            size_t f = first;

            if (!answer->looks[i].wrong)
                continue;
            while (f < at->findings->count &&
                   strcmp(at->findings->list[f].evidence.list[0], answer->looks[i].outcome) != 0)
                f++;
            if (f < at->findings->count)
                continue; /* each library is told the same */
            findings_add(at->findings, "LN114", "lazynccl refuses a setting");
            findings_evidence(at->findings, "%s", answer->looks[i].outcome);
        }
    }
}
