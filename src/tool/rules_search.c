/* Rules on where libraries are looked for: LN105, 114, 116.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "../offer.h"
#include "rules.h"
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
    found(patient, LN105, "LD_LIBRARY_PATH has a folder of stubs");
    evidence(patient, "%s", element);
}

void rule_stubs_in_path(struct patient *patient)
{
    const struct installed *all = installed(patient);
    const char *from, *last = "";
    char *gives = linked(patient, NULL, "libcuda.so.1", &from);

    elements_of(patient, variable(patient, "LD_LIBRARY_PATH"), check_stubs, NULL);
    if (gives && is_stubs(gives) && strcmp(from, "LD_LIBRARY_PATH") != 0) {
        found(patient, LN105, "libcuda.so.1 is a stub library");
        evidence(patient, "%s (%s)", shown(patient, gives), from);
    }
    for (size_t i = 0; i < all->need_count; i++) {
        const struct look *look = given(&all->needs[i]);

        if (!look || !is_stubs(look->path) || strcmp(look->place, "LD_LIBRARY_PATH") == 0 ||
            strcmp(look->path, last) == 0)
            continue;
        last = look->path;
        found(patient, LN105, "%s gets a stub library", base_name(all->needs[i].path));
        evidence(patient, "%s (%s)", shown(patient, look->path), look->place);
    }
    free(gives);
}

static void check_relative(struct patient *patient, const char *element, void *context)
{
    int *said = context;

    if (*said || *element == '/' || *element == '$')
        return;
    *said = 1;
    found(patient, LN116, "LD_LIBRARY_PATH has %s element", *element ? "a relative" : "an empty");
    evidence(patient, "LD_LIBRARY_PATH=%s", variable(patient, "LD_LIBRARY_PATH"));
}

void rule_relative_path(struct patient *patient)
{
    const char *path = variable(patient, "LD_LIBRARY_PATH");
    int said = 0;

    if (path && *path)
        elements_of(patient, path, check_relative, &said);
}

void rule_refused_setting(struct patient *patient)
{
    size_t first = patient->found_count;

    for (int l = 0; l < lazynccl_libraries_count; l++) {
        const struct answer *answer = lazynccl_libraries[l]->root == lazynccl_libraries[l]
                                          ? answer_of(patient, lazynccl_libraries[l]->is->name)
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
            found(patient, LN114, "lazynccl refuses a setting");
            evidence(patient, "%s", answer->looks[i].outcome);
        }
    }
}
