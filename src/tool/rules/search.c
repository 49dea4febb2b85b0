/* Rules on settings of the search: LN114, 116.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/rules/rule.h"

FINDING(LN116, "relative-library-path", WARNING, "LD_LIBRARY_PATH has an empty or relative element",
        "An empty element (a colon at either end, or two in a row) or a relative one means the "
        "current folder of each program that runs: it loads libraries from wherever it was "
        "started. `LD_LIBRARY_PATH=$LD_LIBRARY_PATH:/x` has one if the variable was unset.",
        "write ${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}/x, and only absolute paths",
        "NVIDIA/cuda-python#792")
{
    const char *path = machine_variable(at->machine, "LD_LIBRARY_PATH");
    OWNED(strings) struct strings elements = strings_split(path && *path ? path : NULL, ':');

    for (size_t i = 0; i < elements.count; i++) {
        const char *element = elements.list[i];

        if (*element == '/' || *element == '$')
            continue;
        rule_add(at, "LN116", "LD_LIBRARY_PATH has %s element",
                 *element ? "a relative" : "an empty");
        rule_line(at, "LD_LIBRARY_PATH=%s", path);
        break;
    }
}

FINDING(LN114, "setting-refused", ERROR, "lazynccl refuses a setting",
        "A relative or empty path would mean the current folder of the program; an unknown place "
        "may be a misspelling of the intended one. lazynccl uses neither and says so.",
        "correct or unset the variable", "docs/environment.md")
{
    OWNED(strings) struct strings said = {0}; /* the same for each library */

    for (int l = 0; nvidia_library_at(l); l++) {
        const struct answer *answer =
            facts_answer(at->facts, nvidia_library_at(l)->description->name);

        for (int i = 0; i < answer->count; i++) {
            const char *outcome = answer->looks[i].outcome;

            if (answer->looks[i].verdict != VERDICT_REFUSED || strings_has(&said, outcome))
                continue;
            strings_add(&said, outcome, strlen(outcome));
            rule_add(at, "LN114", "lazynccl refuses a setting");
            rule_line(at, "%s", outcome);
        }
    }
}
