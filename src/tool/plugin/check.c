/* lazynccl plugin check: runs every trial with every version, and shows a table of the results.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/plugin/transcript.h"
#include "tool/plugin/trials/trials.h"

/* Runs the trials with one version; if the plugin does not start, no more of them. The others keep
 * `said` NULL. Returns NULL, or why it cannot. */
static const char *try_version(const struct plugin_request *request, struct transcript *row)
{
    int waits = 0; /* accept, as the trial of connections has found */

    for (int t = 0; t < trials_count; t++) {
        struct session session = {.path = request->file,
                                  .version = row->version,
                                  .device = request->asked->device,
                                  .seconds = request->asked->seconds,
                                  .run = trials_play,
                                  .trial = &trials_list[t],
                                  .waits = waits};
        const char *why = transcript_make(&session, &row[t]);

        row[t].trial = trials_list[t].name;
        waits |= !why && transcript_text(&row[t], "waits");
        if (!why && t == 0)
            why = transcript_text(row, "skip"); /* there is no such device */
        if (why)
            return why;
        if ((trials_list[t].how & TRIAL_FIRST) && !transcript_text(&row[t], "works"))
            break;
    }
    return NULL;
}

static const struct result {
    const char *word, *sign;
} not_tried = {"not tried", "?"}, failed = {"failed", "no"}, skipped = {"skipped", "-"},
  warned = {"warned", "warn"}, passed = {"passed", "ok"};

static const struct result *result_of(const struct transcript *transcript)
{
    return !transcript->said                         ? &not_tried
           : transcript->result == TRANSCRIPT_FAILED ? &failed
           : transcript_text(transcript, "skip")     ? &skipped
           : transcript->result == TRANSCRIPT_WARNED ? &warned
           : transcript_text(transcript, "end")      ? &passed
                                                     : &not_tried;
}

/* Of transcripts: for each version, one for each trial. */
static void print_table(const struct transcript *all, int count)
{
    printf("%-13s", "");
    for (int i = 0; i < count; i += trials_count)
        printf("%*sv%d", all[i].version < 10 ? 3 : 2, "", all[i].version);
    putchar('\n');
    for (int trial = 0; trial < trials_count; trial++) {
        const char *why = NULL;

        printf("%-13s", trials_list[trial].name);
        for (int i = trial; i < count; i += trials_count) {
            printf("%5s", result_of(&all[i])->sign);
            why = why ? why : transcript_text(&all[i], "skip");
        }
        safe_line("%s%s", why ? "  " : "", why ? why : "");
    }
}

static void json_table(const struct transcript *all, int count, struct table *table)
{
    json_begin(table->json, "interfaces", '[');
    for (int i = 0; i < count; i += trials_count) {
        json_begin(table->json, NULL, '{');
        json_number(table->json, "version", all[i].version);
        table_begin(table, "trials");
        for (int trial = 0; trial < trials_count; trial++)
            table_row(table, NULL, NULL, CELL("name", trials_list[trial].name),
                      CELL("result", result_of(&all[i + trial])->word),
                      CELL("why", transcript_text(&all[i + trial], "skip")));
        table_end(table);
        json_end(table->json, '}');
    }
    json_end(table->json, ']');
}

/* A plugin that cannot start without a driver or its hardware was not examined. */
static void note_untried(struct examination *at, const char *path)
{
    for (size_t i = 0; i < at->findings->count; i++) {
        const char *id = at->findings->list[i].row->id;
        int driver = strcmp(id, "LN312") == 0;

        if (driver || strcmp(id, "LN329") == 0)
            strings_print(&at->machine->unreadable, "%s: it cannot be tried without %s", path,
                          driver ? "a GPU's driver" : "its devices");
    }
}

const char *plugin_check(struct examination *at, const struct plugin_request *request)
{
    unsigned callable = plugin_interface_callable(request->elf, request->asked->interface);
    struct transcript *all = memory_get((size_t)(32 * trials_count), sizeof *all);
    const char *why = NULL;
    int count = 0;

    for (int version = 0; version < 32 && !why; version++)
        if (callable >> version & 1) {
            all[count].version = version;
            why = try_version(request, &all[count]);
            count += trials_count;
        }
    if (!why) {
        transcript_report(at, request, all, (size_t)count);
        note_untried(at, request->path);
        json_answer(request->asked->table->json, "plugin");
        json_string(request->asked->table->json, "file", request->path);
        if (request->asked->table->json)
            json_table(all, count, request->asked->table);
        else
            print_table(all, count);
        findings_end(request->asked->table, at->findings, at->machine, "no problems found");
    }
    for (int i = 0; i < count; i++)
        transcript_free(&all[i]);
    free(all);
    return why;
}
