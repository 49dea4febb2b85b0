/* lazynccl plugin check: runs every trial with every version, and shows a table of the results.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "search/search.h"
#include "tool/findings/show.h"
#include "tool/plugin/transcript.h"
#include "tool/plugin/trials/trials.h"
#include "tool/text/memory.h"
#include "tool/text/safe.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct check {
    const struct plugin_request *request;
    int versions[32], version_count;
    struct transcript *transcripts;    /* for each version, one for each trial; not tried: `said` is
                                        * NULL */
    struct transcript_source *sources; /* of these */
};

static struct transcript *transcript_of(const struct check *check, int version, int trial)
{
    return &check->transcripts[version * trials_count + trial];
}

/* Runs the trials with one version; if the plugin does not start, no more of them. Returns NULL, or
 * why it cannot. */
static const char *try_version(const struct check *check, int version)
{
    const struct plugin_request *request = check->request;

    for (int trial = 0; trial < trials_count; trial++) {
        struct transcript *transcript = transcript_of(check, version, trial);
        struct session session = {.path = request->file,
                                  .version = check->versions[version],
                                  .device = request->device,
                                  .seconds = request->seconds};
        const char *why = transcript_make(&session, trials_list[trial].run, transcript);

        if (!why && trial == 0)
            why = transcript_text(transcript, "skip"); /* there is no such device */
        if (why)
            return why;
        if (trials_list[trial].first && !transcript_text(transcript, "works"))
            break;
    }
    return NULL;
}

static const struct result {
    const char *word, *sign;
} not_tried = {"not tried", "?"}, failed = {"failed", "no"}, skipped = {"skipped", "-"},
  passed = {"passed", "ok"};

static const struct result *result_of(const struct transcript *transcript)
{
    return !transcript->said                     ? &not_tried
           : transcript->failed                  ? &failed
           : transcript_text(transcript, "skip") ? &skipped
                                                 : &passed;
}

static void print_table(const struct check *check)
{
    printf("%-13s", "");
    for (int v = 0; v < check->version_count; v++)
        printf("%*sv%d", check->versions[v] < 10 ? 3 : 2, "", check->versions[v]);
    putchar('\n');
    for (int trial = 0; trial < trials_count; trial++) {
        const char *why = NULL;

        printf("%-13s", trials_list[trial].name);
        for (int v = 0; v < check->version_count; v++) {
            const struct transcript *transcript = transcript_of(check, v, trial);

            printf("%5s", result_of(transcript)->sign);
            if (!why)
                why = transcript_text(transcript, "skip");
        }
        fputs(why ? "  " : "", stdout);
        safe_print(stdout, why ? why : "");
        putchar('\n');
    }
}

static void json_table(const struct check *check, struct json *json)
{
    json_begin(json, "interfaces", '[');
    for (int v = 0; v < check->version_count; v++) {
        json_begin(json, NULL, '{');
        json_number(json, "version", check->versions[v]);
        json_begin(json, "trials", '[');
        for (int trial = 0; trial < trials_count; trial++) {
            const struct transcript *transcript = transcript_of(check, v, trial);

            json_begin(json, NULL, '{');
            json_string(json, "name", trials_list[trial].name);
            json_string(json, "result", result_of(transcript)->word);
            json_string(json, "why", transcript_text(transcript, "skip"));
            json_end(json, '}');
        }
        json_end(json, ']');
        json_end(json, '}');
    }
    json_end(json, ']');
}

/* A plugin that cannot start without a driver was not examined. */
static void note_driver(struct examination *at, const char *path)
{
    char *text;

    for (size_t i = 0; i < at->findings->count; i++)
        if (strcmp(at->findings->list[i].row->id, "LN312") == 0 &&
            (text = lazynccl_join(path, ": ", "it cannot be tried without a GPU's driver"))) {
            strings_add(&at->machine->unreadable, text, strlen(text));
            free(text);
        }
}

static void show(struct examination *at, const struct check *check)
{
    struct json json = {.to = stdout};
    char counted[FINDINGS_COUNTED];

    if (check->request->json) {
        json_answer(&json, "plugin");
        json_string(&json, "file", check->request->path);
        json_table(check, &json);
        findings_json(at->findings, at->machine, &json);
    } else {
        print_table(check);
        findings_print(at->findings, &check->request->style);
        findings_counted(at->findings, counted);
        puts(*counted ? counted : "no problems found");
    }
}

const char *plugin_check(struct examination *at, const struct plugin_request *request)
{
    struct check check = {.request = request};
    unsigned callable = plugin_interface_callable(request->elf, request->interface);
    const char *why = NULL;
    int count;

    for (int n = 0; n < 32; n++)
        if (callable >> n & 1)
            check.versions[check.version_count++] = n;
    count = check.version_count * trials_count;
    check.transcripts = memory_get((size_t)count, sizeof *check.transcripts);
    check.sources = memory_get((size_t)count, sizeof *check.sources);
    for (int i = 0; i < count; i++)
        check.sources[i] =
            (struct transcript_source){check.versions[i / trials_count],
                                       trials_list[i % trials_count].name, &check.transcripts[i]};
    for (int v = 0; v < check.version_count && !why; v++)
        why = try_version(&check, v);
    if (!why) {
        transcript_report(at, request, check.sources, (size_t)count);
        note_driver(at, request->path);
        show(at, &check);
    }
    for (int i = 0; i < count; i++)
        transcript_free(&check.transcripts[i]);
    free(check.transcripts);
    free(check.sources);
    return why;
}
