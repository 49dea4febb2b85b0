/* Applies the message table and the rules on settings to each host of a log.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/findings/examination.h"
#include "common/linking/facts.h"
#include "common/text/memory.h"
#include "tool/explain/explain.h"
#include "tool/explain/message.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_JUDGED = 512, MOST_ANSWERS = 8, MOST_NAMED = 4, MOST_WARNED = 8 };

/* Something that is wrong on some hosts. */
struct host_answer {
    char *text;
    struct strings names;
};

struct host_answers {
    struct host_answer list[MOST_ANSWERS];
    size_t count;
};

static void add(struct host_answers *answers, const char *host, const char *id, const char *what)
{
    char *text = memory_print("%s %s", id, what);
    size_t i = 0;

    while (i < answers->count && strcmp(answers->list[i].text, text) != 0)
        i++;
    if (i < answers->count || i == MOST_ANSWERS)
        free(text);
    else
        answers->list[answers->count++].text = text;
    if (i < MOST_ANSWERS)
        strings_add(&answers->list[i].names, host, strlen(host));
}

/* Applies the rules that need only a host's NCCL settings. */
static void judge_settings(struct host_answers *answers, const char *host, struct strings *settings)
{
    static const char *const ids[] = {"LN202", "LN204"};
    OWNED(findings) struct findings findings = {0};
    const struct target_choice nowhere = {.root = "/dev/null", .no_python = 1};
    static struct facts *none;
    const char *why;

    if (!none && !(none = facts_open(&nowhere, &why)))
        return;
    struct target target = *none->machine->target;
    struct machine machine = {.target = &target};
    struct facts facts = {.machine = &machine};
    struct examination at = {&machine, &facts, &findings};

    *MEMORY_ADD(settings->list, settings->count) = NULL;
    target.environment = settings->list;
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        registry_row(ids[i])->look(&at);
    for (size_t i = 0; i < findings.count; i++)
        add(answers, host, findings.list[i].row->id, findings.list[i].what);
    settings->count--;
    strings_free(&machine.unreadable);
}

/* Reports the processes of one host out of `hosts`. */
static void judge(struct host_answers *answers, struct process *const *list, size_t count,
                  int hosts)
{
    OWNED(strings) struct strings settings = {0};
    OWNED(strings) struct strings warned = {0};

    for (size_t i = 0; i < count; i++) {
        const struct process *is = list[i];
        const char *cuda = is->version ? strstr(is->version, "+cuda") : NULL;

        for (size_t s = 0; s < is->setting_count; s++)
            strings_add_once(&settings, is->settings[s]);
        if (is->warnings && warned.count < MOST_WARNED)
            strings_add(&warned, is->warnings, is->warned);
        if (i == 0 && cuda && is->driver && atoi(is->driver) < atoi(cuda + 5))
            add(answers, is->host, "LN106", "the driver is too old for NCCL's CUDA");
    }
    OWNED(memory) char *warnings = strings_join(&warned, "");
    struct message found = {0};
    if (hosts > 1) /* otherwise that is the answer itself */
        found = message_find(warnings);
    if (found.is_known) {
        OWNED(memory) char *id = memory_copy_part(found.answer.ids, 5);
        OWNED(memory)
        char *what = answer_text(found.answer.what ? found.answer.what : registry_row(id)->what,
                                 &found.complaint, &found.owner);

        add(answers, list[0]->host, *id ? id : found.answer.word, what);
    }
    if (settings.count)
        judge_settings(answers, list[0]->host, &settings);
}

static int by_host(const void *a, const void *b)
{
    const struct process *const *first = a, *const *second = b;

    return strcmp((*first)->host, (*second)->host);
}

void explain_hosts(struct ranks_notes *notes, const struct ranks *ranks)
{
    size_t count = ranks->process_count, judged = 0;
    struct process **sorted = memory_get(count + 1, sizeof *sorted);
    struct host_answers answers = {0};
    int hosts = 0;

    for (size_t i = 0; i < count; i++)
        sorted[i] = &ranks->processes[i];
    qsort(sorted, count, sizeof *sorted, by_host);
    for (size_t i = 0; i < count; i++)
        hosts += i == 0 || sorted[i]->host != sorted[i - 1]->host;
    for (size_t i = 0, end; i < count && judged < MOST_JUDGED; i = end, judged++) {
        for (end = i + 1; end < count && sorted[end]->host == sorted[i]->host; end++)
            ;
        judge(&answers, sorted + i, end - i, hosts);
    }
    free(sorted);
    for (size_t i = 0; i < answers.count; i++) {
        struct host_answer *is = &answers.list[i];
        size_t more = is->names.count > MOST_NAMED ? is->names.count - MOST_NAMED : 0;
        const struct strings few = {is->names.list, is->names.count - more};
        OWNED(memory) char *names = strings_join(&few, ", ");
        OWNED(memory) char *rest = memory_print(" and %zu more", more);

        ranks_notes_add(notes, more ? "on hosts" : "on host", 1, "%s%s: %s", names,
                        more ? rest : "", is->text);
        strings_free(&is->names);
        free(is->text);
    }
}
