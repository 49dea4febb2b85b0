/* Rules on where libraries are looked for: LN105, 114, 116.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "library/library.h"
#include "search/folder.h"
#include "tool/rules/rule.h"
#include <stdlib.h>
#include <string.h>

static int is_stubs(const char *element)
{
    const char *at = strstr(element, "/stubs");

    return at && (at[6] == '\0' || at[6] == '/');
}

static void check_stubs(struct patient *patient, const char *element, void *context)
{
    (void)context;
    if (!is_stubs(element))
        return;
    findings_add(patient, LN105, "LD_LIBRARY_PATH has a folder of stubs");
    findings_evidence(patient, "%s", element);
}

void rule_stubs_in_path(struct patient *patient)
{
    const struct environment *all = environment_read(patient);
    const char *from, *last = "";
    char *gives = linker_find(patient, NULL, "libcuda.so.1", &from);

    strings_elements(patient, machine_variable(patient, "LD_LIBRARY_PATH"), check_stubs, NULL);
    if (gives && is_stubs(gives) && strcmp(from, "LD_LIBRARY_PATH") != 0) {
        findings_add(patient, LN105, "libcuda.so.1 is a stub library");
        findings_evidence(patient, "%s (%s)", machine_shown(patient, gives), from);
    }
    for (size_t i = 0; i < all->need_count; i++) {
        const struct look *look = environment_given(&all->needs[i]);

        if (!look || !is_stubs(look->path) || strcmp(look->place, "LD_LIBRARY_PATH") == 0 ||
            strcmp(look->path, last) == 0)
            continue;
        last = look->path;
        findings_add(patient, LN105, "%s gets a stub library",
                     strings_base_name(all->needs[i].path));
        findings_evidence(patient, "%s (%s)", machine_shown(patient, look->path), look->place);
    }
    free(gives);
}

static void check_relative(struct patient *patient, const char *element, void *context)
{
    int *said = context;

    if (*said || *element == '/' || *element == '$')
        return;
    *said = 1;
    findings_add(patient, LN116, "LD_LIBRARY_PATH has %s element",
                 *element ? "a relative" : "an empty");
    findings_evidence(patient, "LD_LIBRARY_PATH=%s", machine_variable(patient, "LD_LIBRARY_PATH"));
}

void rule_relative_path(struct patient *patient)
{
    const char *path = machine_variable(patient, "LD_LIBRARY_PATH");
    int said = 0;

    if (path && *path)
        strings_elements(patient, path, check_relative, &said);
}

void rule_refused_setting(struct patient *patient)
{
    size_t first = patient->found_count;

    for (int l = 0; l < lazynccl_libraries_count; l++) {
        const struct answer *answer =
            lazynccl_libraries[l]->root == lazynccl_libraries[l]
                ? facts_answer(patient, lazynccl_libraries[l]->description->name)
                : NULL;

        for (int i = 0; answer && i < answer->count; i++) {
            size_t f = first;

            if (!answer->looks[i].wrong)
                continue;
            while (f < patient->found_count &&
                   strcmp(patient->found[f].evidence.list[0], answer->looks[i].outcome) != 0)
                f++;
            if (f < patient->found_count)
                continue; /* each library is told the same */
            findings_add(patient, LN114, "lazynccl refuses a setting");
            findings_evidence(patient, "%s", answer->looks[i].outcome);
        }
    }
}
