/* lazynccl find: which file ld.so and lazynccl would give a consumer, and why not another.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "search/file_version.h"
#include "tool/verbs/find/print.h"
#include "tool/findings/show.h"
#include "tool/text/nearest.h"
#include "tool/rules/rule.h"
#include "tool/files/elf_cache.h"
#include "tool/command/look_as.h"
#include <stdlib.h>
#include <string.h>

#define MOST 8 /* libraries that there are stubs for */

/* What was looked at, and why it will not do. */
static void evidence_of_places(struct patient *patient, const struct answer *answer)
{
    for (int i = 0; i < answer->count; i++) {
        const struct look *look = &answer->looks[i];
        int again = 0;

        for (int k = 0; look->path && k < i && !again; k++)
            again = answer->looks[k].path && elf_cache_same_file(answer->looks[k].path, look->path);
        if (look->path && !again)
            findings_evidence(patient, "%s (%s): %s", machine_shown(patient, look->path),
                              look->place, look->outcome);
        else if (!look->path && !find_place_is_idle(look))
            findings_evidence(patient, "%s: %s", look->place, look->outcome);
    }
    if (patient->found[patient->found_count - 1].evidence.count == 0)
        findings_evidence(patient, "no place has a file of its name: lazynccl find -v %s",
                          answer->is->name);
}

static void say_missing(struct patient *patient, const struct answer *answer)
{
    char version[LAZYNCCL_VERSION_TEXT];

    if (answer->minimum)
        findings_add(patient, LN120, "lazynccl finds no %s %s or later for %s", answer->is->title,
                     lazynccl_version_text(answer->is, answer->minimum, version),
                     patient->consumer->who);
    else
        findings_add(patient, LN120, "lazynccl finds no %s for %s", answer->is->title,
                     patient->consumer->who);
    evidence_of_places(patient, answer);
    if (answer->minimum)
        findings_remedy(patient, "pip install '%s>=%s'", packages_name(patient, answer->is, 0),
                        version);
    else
        findings_remedy(patient, "pip install %s", packages_name(patient, answer->is, 0));
    findings_remedy(patient, "LAZYNCCL_LIBPATH=FILE, for one that lies elsewhere");
}

/* Opens what is given, unless it is what was opened before. */
static struct proof prove_one(struct patient *patient, lazynccl_library *library,
                              const struct look *look, const char *who)
{
    struct proof proof = trial_load(library, look->path);

    if (proof.failed) {
        findings_add(patient, LN121, "%s, which %s would give, does not load: %s",
                     library->description->title, who, proof.failed);
        findings_evidence(patient, "%s (%s)", machine_shown(patient, look->path), look->place);
    }
    return proof;
}

/* Opens what ld.so and what lazynccl would give. */
static void prove_both(struct patient *patient, struct result *result, lazynccl_library *library)
{
    const struct answer *answer = &result->answer;
    const struct look *mine = answer_taken(answer), *theirs = &answer->linker;
    char version[LAZYNCCL_VERSION_TEXT];

    result->proved = 1;
    if (mine)
        result->taken = prove_one(patient, library, mine, "lazynccl");
    if (theirs->path && mine && elf_cache_same_file(theirs->path, mine->path)) {
        result->linker = result->taken;
        if (result->taken.failed)
            result->linker.failed = strdup(result->taken.failed);
    } else if (theirs->path) {
        result->linker = prove_one(patient, library, theirs, "ld.so");
    }
    if (mine && result->taken.version && result->taken.version < answer->minimum) {
        findings_add(patient, LN120, "lazynccl's %s loads as %s, which is older than wanted",
                     library->description->title,
                     lazynccl_version_text(library->description, result->taken.version, version));
        findings_evidence(patient, "%s (%s)", machine_shown(patient, mine->path), mine->place);
    }
}

static void find(struct patient *patient, struct result *result, lazynccl_library *library,
                 const struct request *request)
{
    result->answer = (struct answer){
        .is = library->description, .consumer = patient->consumer, .minimum = request->minimum};
    answer_search(&result->answer);
    answer_linker(&result->answer);
    if (!answer_taken(&result->answer))
        say_missing(patient, &result->answer);
    if (request->load)
        prove_both(patient, result, library);
}

static int is_asked(const char *name, const struct request *request)
{
    for (int i = 0; i < request->count; i++)
        if (strcmp(request->words[i], name) == 0)
            return 1;
    return request->count == 0;
}

/* A word that is no library's name: the nearest that is one is what was meant. */
static const char *unknown_name(const struct request *request, struct nearest *best)
{
    for (int i = 0; i < request->count; i++) {
        *best = (struct nearest){NULL, 3};
        for (int l = 0; l < lazynccl_libraries_count; l++)
            nearest_try(best, request->words[i], lazynccl_libraries[l]->description->name);
        if (!best->name || best->far > 0)
            return request->words[i];
    }
    return NULL;
}

static enum verb_exit find_all(struct patient *patient, const struct request *request, void *none)
{
    struct style manner = look_as_style(request, patient->consumer);
    struct result results[MOST] = {{.proved = 0}};
    int count = 0;

    (void)none;
    for (int l = 0; l < lazynccl_libraries_count && count < MOST; l++)
        if (lazynccl_libraries[l]->root == lazynccl_libraries[l] &&
            is_asked(lazynccl_libraries[l]->description->name, request))
            find(patient, &results[count++], lazynccl_libraries[l], request);
    if (request->json)
        find_json(patient, results, count);
    else
        find_print(patient, results, count, &manner);
    for (int i = 0; i < count; i++) {
        free(results[i].linker.failed);
        free(results[i].taken.failed);
        answer_free(&results[i].answer);
    }
    return findings_status(patient);
}

static enum verb_exit run(const struct request *request)
{
    struct nearest best = {NULL, 3};
    const char *unknown = unknown_name(request, &best);

    if (unknown)
        return verb_misuse("find", "no such library", unknown, best.name);
    return look_as("find", request, find_all, NULL);
}

const struct verb verb_find = {
    .name = "find",
    .run = run,
    .summary = "show which file of each library a program would get, and why",
    .usage =
        "usage: lazynccl find [LIBRARY...] [--min VERSION] [OPTION...]\n"
        "\n"
        "For each of nccl, nvrtc and nvjitlink: what the dynamic linker would give, what lazynccl\n"
        "would take, and beneath every other place in order with what came of it. Loads nothing\n"
        "unless it is asked to. Looks as the first python3 in PATH, unless told otherwise.\n",
    .takes = TAKES_MANNER | TAKES_CONSUMER | TAKES(OPTION_MIN) | TAKES(OPTION_LOAD),
    .more = "each thing that a place has to say on a line of its own",
    .status = "0 lazynccl would find all, 1 not all, or with --load one does not load;\n"
              "2 could not look; 3 misuse.",
};
