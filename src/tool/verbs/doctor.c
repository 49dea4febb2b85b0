/* lazynccl doctor: what is wrong with this machine and environment, and what to do.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/command/look_as.h"
#include "tool/findings/show.h"
#include "tool/linking/driver.h"
#include "tool/text/safe.h"
#include <stdio.h>

/* 1 if a row is among those named, or none is named. */
static int is_asked(const struct request *request, const struct finding_row *row)
{
    for (int w = 0; w < request->count; w++)
        if (registry_row(request->words[w]) == row)
            return 1;
    return request->count == 0;
}

static void list_people(const struct request *request)
{
    const struct finding_row *row;

    for (size_t i = 0; (row = registry_at(i)); i++)
        if (is_asked(request, row))
            printf("%s  %-8s %s\n", row->id, registry_severity(row->severity), row->what);
}

static void list_json(const struct request *request)
{
    struct json json = {.to = stdout};
    const struct finding_row *row;

    json_answer(&json, "doctor");
    json_begin(&json, "registry", '[');
    for (size_t i = 0; (row = registry_at(i)); i++)
        if (is_asked(request, row))
            findings_row_json(row, &json);
    json_end(&json, ']');
    findings_json(NULL, NULL, &json);
}

/* As whom, and with which driver. */
static void print_head(const struct examination *at, const struct style *manner, const char *driver)
{
    fputs("as ", stdout);
    style_print(manner, at->machine->consumer->who);
    fputs(*driver ? " · driver " : "", stdout);
    safe_print(stdout, driver);
    putchar('\n');
}

static enum verb_exit examine(struct examination *at, const struct request *request, void *none)
{
    (void)none;
    struct style manner = look_as_style(request, at->machine->consumer);
    struct driver driver = driver_of(at->machine);
    struct json json = {.to = stdout};
    const struct finding_row *row;
    char counted[FINDINGS_COUNTED], text[80];

    driver_text(&driver, text, sizeof text);
    driver_free(&driver);
    for (size_t i = 0; (row = registry_at(i)); i++)
        if (row->look && is_asked(request, row))
            row->look(at);
    if (request->json) {
        json_answer(&json, "doctor");
        json_string(&json, "as", at->machine->consumer->who);
        json_string(&json, "driver", *text ? text : NULL);
        findings_json(at->findings, at->machine, &json);
    } else {
        print_head(at, &manner, text);
        findings_print(at->findings, &manner);
        findings_counted(at->findings, counted);
        puts(*counted ? counted : "nothing to complain of");
    }
    return verb_status(at->findings);
}

static enum verb_exit run(const struct request *request)
{
    for (int i = 0; i < request->count; i++) {
        const struct finding_row *row = registry_row(request->words[i]);

        if (!row)
            return verb_misuse("doctor", "no such finding", request->words[i], NULL);
        if (row->verb && !request->list)
            return verb_misuse("doctor", "another verb looks for that", row->id, row->verb);
    }
    if (!request->list)
        return look_as("doctor", request, examine, NULL);
    request->json ? list_json(request) : list_people(request);
    return VERB_OK;
}

const struct verb verb_doctor = {
    .name = "doctor",
    .run = run,
    .summary = "say what is wrong here, and what to do",
    .usage = "usage: lazynccl doctor [ID...] [OPTION...]\n"
             "\n"
             "Looks for everything that is known to go wrong with NCCL, NVRTC and nvJitLink here: "
             "their\n"
             "files, the modules that need them, the environment, NCCL's configuration, the "
             "network, the\n"
             "driver; or only for the findings named. Loads and runs nothing. Looks as the first "
             "python3\n"
             "in PATH, unless told otherwise.\n",
    .takes = TAKES_MANNER | TAKES_CONSUMER | TAKES(OPTION_LIST),
    .more = "each finding at length, as lazynccl explain has it",
    .status = "0 nothing, or notes alone; 1 findings; 2 could not look; 3 misuse.",
};
