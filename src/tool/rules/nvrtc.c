/* Rules on NVRTC, its builtins and nvJitLink: LN108, 111, 112.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "search/folder.h"
#include "search/file_version.h"
#include "tool/rules/rule.h"
#include "tool/files/elf_cache.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The builtins that the NVRTC in use wants, and where they are. */
struct builtins {
    const struct look *nvrtc; /* NULL: there is none, or of no known version */
    char name[64];
    char *beside; /* in NVRTC's folder, whether there or not */
    int is_beside;
    char *gives; /* what ld.so gives NVRTC by that name; NULL: nothing */
    const char *from;
};

static struct builtins builtins_of(struct patient *patient)
{
    const struct lazynccl_description *is = facts_answer(patient, "nvrtc")->is;
    struct builtins all = {.nvrtc = facts_copy(patient, "nvrtc")};
    char *folder = all.nvrtc ? lazynccl_folder_of(machine_shown(patient, all.nvrtc->path)) : NULL;

    if (!folder || !all.nvrtc->version || !is->companion) {
        free(folder);
        return (struct builtins){.nvrtc = NULL};
    }
    /* "libnvrtc-builtins.so.%d.%d" */
    snprintf(all.name, sizeof all.name, "%.*s%d.%d", (int)strcspn(is->companion, "%"),
             is->companion, all.nvrtc->version / 10000, all.nvrtc->version / 100 % 100);
    all.beside = lazynccl_join(folder, "/", all.name);
    all.is_beside = all.beside && machine_has(patient, all.beside);
    all.gives = linker_find(patient, machine_shown(patient, all.nvrtc->path), all.name, &all.from);
    free(folder);
    return all;
}

static void free_builtins(struct builtins *all)
{
    free(all->beside);
    free(all->gives);
}

void rule_builtins_missing(struct patient *patient)
{
    const struct lazynccl_description *is = facts_answer(patient, "nvrtc")->is;
    struct builtins all = builtins_of(patient);

    if (all.nvrtc && !all.is_beside && !all.gives) {
        findings_add(patient, LN108, "NVRTC compiles nothing: there is no %s", all.name);
        rule_evidence(patient, is, all.nvrtc);
        findings_remedy(patient, "pip install --force-reinstall %s",
                        packages_name(patient, is, all.nvrtc->version / 10000));
    }
    free_builtins(&all);
}

void rule_builtins_elsewhere(struct patient *patient)
{
    struct builtins all = builtins_of(patient);
    char *beside = all.beside ? machine_inside(patient, all.beside) : NULL;

    if (all.nvrtc && all.is_beside && (!all.gives || !elf_cache_same_file(all.gives, beside))) {
        char *folder = lazynccl_folder_of(all.beside);

        findings_add(patient, LN112,
                     all.gives ? "NVRTC takes another %s than the one beside it"
                               : "NVRTC does not find the %s beside it",
                     all.name);
        rule_evidence(patient, facts_answer(patient, "nvrtc")->is, all.nvrtc);
        if (all.gives) {
            findings_evidence(patient, "%s (%s)", machine_shown(patient, all.gives), all.from);
        } else {
            findings_evidence(patient,
                              "it has no search path, and ld.so looks for the name elsewhere");
            findings_remedy(patient, "LD_LIBRARY_PATH=%s", folder ? folder : "/");
        }
        free(folder);
    }
    free(beside);
    free_builtins(&all);
}

/* What comes of it where NVRTC is found first, as by whoever compiles and then links. */
void rule_nvrtc_too_new(struct patient *patient)
{
    const struct lazynccl_description *is = facts_answer(patient, "nvrtc")->is;
    const struct lazynccl_description *link_is = facts_answer(patient, "nvjitlink")->is;
    const struct look *nvrtc = facts_copy(patient, "nvrtc"), *link;
    struct answer answer = {.is = link_is,
                            .consumer = patient->consumer,
                            .partner = nvrtc ? machine_shown(patient, nvrtc->path) : NULL};
    char a[LAZYNCCL_VERSION_TEXT], b[LAZYNCCL_VERSION_TEXT];

    if (nvrtc && nvrtc->version)
        answer_search(&answer);
    link = answer_taken(&answer);
    if (link && link->version && nvrtc->version > link->version) {
        findings_add(patient, LN111,
                     "NVRTC %s is newer than nvJitLink %s: no LTO-IR of it can be linked",
                     lazynccl_version_text(is, nvrtc->version, a),
                     lazynccl_version_text(link_is, link->version, b));
        rule_evidence(patient, is, nvrtc);
        rule_evidence(patient, link_is, link);
        findings_remedy(patient, "pip install '%s>=%s'",
                        packages_name(patient, link_is, nvrtc->version / 10000), a);
    }
    answer_free(&answer);
}
