/* lazynccl plugin check: every trial with every version, and a table of what came of them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "search/folder.h"
#include "tool/findings/show.h"
#include "tool/plugin/request.h"
#include "tool/plugin/transcript.h"
#include "tool/plugin/trials.h"
#include "tool/text/safe.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A trial with a version. */
struct outcome {
    struct transcript account;
    int tried;
};

struct check {
    const struct plugin_request *request;
    int versions[32], version_count;
    struct outcome *outcomes; /* of each version one for each trial */
};

/* What the child gets: the play is first. */
struct trial_play {
    struct session play;
    const struct plugin_trial *trial;
};

static struct outcome *outcome_of(const struct check *check, int version, int trial)
{
    return &check->outcomes[version * plugin_trial_count + trial];
}

static int work(void *context, FILE *to)
{
    struct trial_play *one = context;

    one->play.to = to;
    session_limit();
    one->trial->run(&one->play);
    return 0;
}

/* Goes through the trials with a version; if it does not start, no more are tried. Returns NULL, or
 * why not. */
static const char *try_version(const struct check *check, int version)
{
    const struct plugin_request *request = check->request;

    for (int trial = 0; trial < plugin_trial_count; trial++) {
        struct outcome *outcome = outcome_of(check, version, trial);
        struct trial_play one = {.play = {.path = request->file,
                                          .version = check->versions[version],
                                          .device = request->device,
                                          .seconds = request->seconds},
                                 .trial = &plugin_trials[trial]};
        const char *why = transcript_make(&one.play, work, &outcome->account);

        if (why)
            return why;
        outcome->tried = 1;
        if (trial == 0 && (why = transcript_text(&outcome->account, "skip")))
            return why; /* there is no such device */
        if (plugin_trials[trial].first && !transcript_text(&outcome->account, "works"))
            break;
    }
    return NULL;
}

static const char *result_of(const struct outcome *outcome)
{
    return !outcome->tried                              ? "not tried"
           : outcome->account.failed                    ? "failed"
           : transcript_text(&outcome->account, "skip") ? "skipped"
                                                        : "passed";
}

static void print_table(const struct check *check)
{
    static const struct {
        const char *result, *sign;
    } signs[] = {{"not tried", "?"}, {"failed", "no"}, {"skipped", "-"}, {"passed", "ok"}};

    printf("%-13s", "");
    for (int v = 0; v < check->version_count; v++)
        printf("%*sv%d", check->versions[v] < 10 ? 3 : 2, "", check->versions[v]);
    putchar('\n');
    for (int trial = 0; trial < plugin_trial_count; trial++) {
        const char *skipped = NULL;

        printf("%-13s", plugin_trials[trial].name);
        for (int v = 0; v < check->version_count; v++) {
            const struct outcome *outcome = outcome_of(check, v, trial);

            for (size_t s = 0; s < sizeof signs / sizeof *signs; s++)
                if (strcmp(signs[s].result, result_of(outcome)) == 0)
                    printf("%5s", signs[s].sign);
            if (!skipped)
                skipped = transcript_text(&outcome->account, "skip");
        }
        fputs(skipped ? "  " : "", stdout);
        safe_print(stdout, skipped ? skipped : "");
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
        for (int trial = 0; trial < plugin_trial_count; trial++) {
            const struct outcome *outcome = outcome_of(check, v, trial);

            json_begin(json, NULL, '{');
            json_string(json, "name", plugin_trials[trial].name);
            json_string(json, "result", result_of(outcome));
            json_string(json, "why", transcript_text(&outcome->account, "skip"));
            json_end(json, '}');
        }
        json_end(json, ']');
        json_end(json, '}');
    }
    json_end(json, ']');
}

static void gather(struct examination *at, const struct check *check)
{
    int count = check->version_count * plugin_trial_count;
    struct transcript_of *of = calloc((size_t)count, sizeof *of);

    if (!of)
        abort();
    for (int i = 0; i < count; i++)
        of[i] = (struct transcript_of){check->versions[i / plugin_trial_count],
                                       plugin_trials[i % plugin_trial_count].name,
                                       &check->outcomes[i].account};
    transcript_report(at, check->request, of, (size_t)count);
    free(of);
}

/* What is not tried for want of a driver was not looked at. */
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

static enum verb_exit show(struct examination *at, const struct check *check)
{
    struct json json = {.to = stdout};
    char counted[FINDINGS_COUNTED];

    gather(at, check);
    note_driver(at, check->request->path);
    if (check->request->json) {
        json_answer(&json, "plugin");
        json_string(&json, "file", check->request->path);
        json_table(check, &json);
        findings_json(at->findings, at->machine, &json);
    } else {
        print_table(check);
        findings_print(at->findings, &check->request->manner);
        findings_counted(at->findings, counted);
        puts(*counted ? counted : "no problems found");
    }
    return verb_status(at->findings);
}

enum verb_exit plugin_check(struct examination *at, const struct plugin_request *request)
{
    struct check check = {.request = request};
    unsigned callable = plugin_interface_callable(request);
    const char *why = NULL;
    enum verb_exit status;

    for (int n = 0; n < 32; n++)
        if (callable >> n & 1)
            check.versions[check.version_count++] = n;
    check.outcomes =
        calloc((size_t)(check.version_count * plugin_trial_count), sizeof *check.outcomes);
    if (!check.outcomes)
        abort();
    for (int v = 0; v < check.version_count && !why; v++)
        why = try_version(&check, v);
    status = why ? verb_unreadable("plugin", NULL, why) : show(at, &check);
    for (int i = 0; i < check.version_count * plugin_trial_count; i++)
        transcript_free(&check.outcomes[i].account);
    free(check.outcomes);
    return status;
}
