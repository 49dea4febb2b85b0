/* Rules on settings of the search: LN114, 116.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "search/search.h"
#include "tool/rules/rule.h"
#include <string.h>

FINDING(LN116, "relative-library-path", WARNING, "LD_LIBRARY_PATH has an empty or relative element",
        "An empty element (a colon at either end, or two in a row) or a relative one means the "
        "current folder of each program that runs: it loads libraries from wherever it was "
        "started. `LD_LIBRARY_PATH=$LD_LIBRARY_PATH:/x` has one if the variable was unset.",
        "write ${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}/x, and only absolute paths",
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
        "A relative or empty path would mean the current folder of the program; an unknown place "
        "may be a misspelling of the intended one. lazynccl uses neither and says so.",
        "correct or unset the variable", "docs/environment.md")
{
    size_t first = at->findings->count;

    for (int l = 0; l < lazynccl_libraries_count; l++) {
        const struct answer *answer =
            lazynccl_libraries[l]->root == lazynccl_libraries[l]
                ? facts_answer(at->facts, lazynccl_libraries[l]->description->name)
                : NULL;

        for (int i = 0; answer && i < answer->count; i++) {
            size_t f = first;

            if (answer->looks[i].verdict != VERDICT_REFUSED)
                continue;
            while (f < at->findings->count &&
                   strcmp(at->findings->list[f].evidence.list[0], answer->looks[i].outcome) != 0)
                f++;
            if (f < at->findings->count)
                continue; /* the same for each library */
            findings_add(at->findings, "LN114", "lazynccl refuses a setting");
            findings_evidence(at->findings, "%s", answer->looks[i].outcome);
        }
    }
}
