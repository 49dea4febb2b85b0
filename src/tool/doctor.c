/* lazynccl doctor: what is wrong with this machine and environment, and what to do.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/command/target_option.h"
#include "common/findings/retired.h"
#include "common/linking/driver.h"
#include "common/linking/environment.h"
#include "common/text/memory.h"
#include "common/text/nearest.h"
#include "runtime/search/path.h"

/* Returns 1 if the rule is named, or if none is. */
static int is_asked(const struct request *request, const struct finding_row *row)
{
    for (int w = 0; w < request->count; w++)
        if (registry_row(request->words[w]) == row)
            return 1;
    return request->count == 0;
}

static void list_retired(struct json *json)
{
    const struct retired_row *row;

    json_begin(json, "retired", '[');
    for (size_t i = 0; (row = retired_at(i)); i++)
        json_row(json, NULL, JSON_TEXT("id", row->id), JSON_TEXT("rule", row->word),
                 JSON_TEXT("release", row->release), JSON_TEXT("what", row->what),
                 JSON_TEXT("instead", row->instead));
    json_end(json, ']');
}

static enum verb_exit list(const struct request *request)
{
    const struct finding_row *row;

    json_answer(request->table->json, "doctor");
    json_begin(request->table->json, "registry", '[');
    for (size_t i = 0; (row = registry_at(i)); i++)
        if (is_asked(request, row))
            findings_row(request->table, row);
    json_end(request->table->json, ']');
    if (request->count == 0)
        list_retired(request->table->json);
    findings_end(request->table, NULL, NULL, NULL);
    return VERB_OK;
}

static enum verb_exit examine(struct examination *at, const struct request *request, void *none)
{
    struct table *table = request->table;
    const struct finding_row *row;
    char text[DRIVER_TEXT];

    driver_text(driver_read(at->facts), text);
    for (size_t i = 0; (row = registry_at(i)); i++)
        if (row->look && is_asked(request, row))
            row->look(at);
    if (table->json)
        target_begin_output("doctor", at, table);
    else
        style_line(table->style, "examining: %s%s%s", at->machine->target->who,
                   *text ? "; driver " : "", text);
    json_string(table->json, "driver", *text ? text : NULL);
    int is_empty = environment_is_empty(at->facts);
    if (is_empty && !table->json)
        puts(ENVIRONMENT_EMPTY);
    findings_end(table, at->findings, at->machine, is_empty ? NULL : "no problems found");
    return verb_status(at->findings);
}

/* Returns the name that a misspelt one resembles, or NULL. */
static const char *nearest_finding(const char *word)
{
    struct nearest best = {NULL, 4};
    const struct finding_row *row;

    for (size_t i = 0; (row = registry_at(i)); i++)
        nearest_try(&best, word, row->word);
    return best.name;
}

static enum verb_exit run(const struct request *request)
{
    for (int i = 0; i < request->count; i++) {
        const struct finding_row *row = registry_row(request->words[i]);

        if (!row && retired_row(request->words[i])) {
            OWNED(memory) char *text = retired_text(retired_row(request->words[i]));

            safe_error("lazynccl doctor: %s; see: %s", text,
                       retired_row(request->words[i])->instead);
            return VERB_MISUSE;
        }
        if (!row) {
            OWNED(memory) char *file = memory_print("--from %s", request->words[i]);
            int is_file = lazynccl_exists(request->words[i]);

            return verb_misuse("doctor", "no such finding", request->words[i],
                               is_file ? file : nearest_finding(request->words[i]));
        }
        if (row->verb && !request->list) {
            safe_error("lazynccl doctor: only %s looks for %s; more: lazynccl explain %s",
                       row->verb, row->id, row->id);
            return VERB_MISUSE;
        }
    }
    return request->list ? list(request) : target_examine("doctor", request, examine, NULL);
}

const struct verb verb_doctor = {
    .name = "doctor",
    .run = run,
    .summary = "find what is wrong here, and say how to fix it",
    // clang-format off
    .usage =
"usage: lazynccl doctor [ID...] [OPTION...]\n"
"\n"
"Finds what is wrong on this machine, and prints how to fix it.\n"
"\n"
"Checks the files of the libraries, the modules that need them, the environment, NCCL's network and\n"
"plugins, and the driver for all known problems, or only for the named findings. Loads and runs\n"
"nothing. By default, examines the environment of the first python3 in PATH.\n",
    .examples =
"  lazynccl doctor\n"
"      what is wrong with the libraries of the first python3 in PATH?\n"
"  lazynccl doctor --pid 4711\n"
"      and with those of this process?\n"
"  lazynccl doctor LN107 LN115 --json\n"
"      only these findings, for a program\n",
    // clang-format on
    .takes = TAKES_STYLE TAKES_CONSUMER " --list",
    .more = "print each finding in full, as lazynccl explain does",
    .status = "0 no findings, or only notes; 1 findings; 2 unreadable input; 3 usage error.",
};
