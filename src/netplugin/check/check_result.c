/* Decides how the trials of a plugin ended and which findings count.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "netplugin/check/check_result.h"

const struct check_result check_passed = {"passed", "ok", NULL},
                          check_warned = {"warned", "warn", STYLE_WARNING},
                          check_failed = {"failed", "no", STYLE_ERROR},
                          check_skipped = {"skipped", "-", STYLE_EVIDENCE},
                          check_not_tried = {"not tried", "?", STYLE_EVIDENCE};

const struct check_result *check_result_of(const struct transcript *transcript)
{
    if (!transcript->said)
        return &check_not_tried;
    if (transcript->result == TRANSCRIPT_FAILED)
        return &check_failed;
    if (transcript_text(transcript, "skip"))
        return &check_skipped;
    if (transcript->result == TRANSCRIPT_WARNED)
        return &check_warned;
    return transcript_text(transcript, "end") ? &check_passed : &check_not_tried;
}

size_t check_end(const struct check *check, size_t first)
{
    size_t end = first;

    while (end < check->count && check->versions[end].interface == check->versions[first].interface)
        end++;
    return end;
}

int check_allows(const struct request *asked, const char *id)
{
    OWNED(strings) struct strings allowed = strings_words(asked->allow, ",");

    return strings_has(&allowed, id);
}

int check_fails(const struct request *asked, const struct finding_row *row)
{
    return row->severity <= asked->fail_on && !check_allows(asked, row->id);
}

/* Returns the line that ended the trial, or NULL if the trial ran to completion. */
static const struct transcript_line *last_word(const struct transcript *transcript)
{
    const struct transcript_line *last = NULL;

    if (transcript_text(transcript, "end"))
        return NULL;
    for (size_t i = 0; i < transcript->count; i++)
        if (registry_row(transcript->list[i].word))
            last = &transcript->list[i];
    return last;
}

int check_line_fails(const struct request *asked, const struct transcript *transcript,
                     const struct transcript_line *line)
{
    const struct finding_row *row = registry_row(line->word);

    if (!row || row->severity == NOTE || check_allows(asked, row->id))
        return 0;
    return check_fails(asked, row) || line == last_word(transcript);
}

int check_trial_fails(const struct request *asked, const struct transcript *transcript)
{
    for (size_t i = 0; i < transcript->count; i++)
        if (check_line_fails(asked, transcript, &transcript->list[i]))
            return 1;
    return 0;
}

/* Returns why a version that does not fail was not tried completely, or NULL if it was. The caller
 * frees the text. */
static char *untried_reason(const struct check *check, const struct check_version *version)
{
    const struct finding_row *row = NULL;
    int untried = 0;

    for (size_t t = 0; t < version->count; t++) {
        const struct transcript *transcript = &version->trials[t];

        if (check_trial_fails(check->request->asked, transcript))
            return NULL;
        if (check_result_of(transcript) == &check_not_tried)
            untried = 1;
        if (!row && transcript->said && last_word(transcript))
            row = registry_row(last_word(transcript)->word);
    }
    if (!untried)
        return NULL;
    if (row && strcmp(row->id, "LN312") == 0)
        return memory_copy("it cannot be tried without a GPU's driver");
    if (row && strcmp(row->id, "LN329") == 0)
        return memory_copy("it cannot be tried without its devices");
    return memory_print("%s v%d does not work: %s, which --allow excuses", version->interface->name,
                        version->number, row ? row->id : "a trial ended");
}

/* Returns why no version got beyond the start trial, or NULL if one did. */
static const char *idle_reason(const struct check *check)
{
    const char *why = NULL;

    for (const struct transcript *t = check->all; t < check->all + check->all_count; t++) {
        if (t->trial->how & TRIAL_START)
            continue;
        if (check_result_of(t) != &check_skipped)
            return NULL;
        why = why ? why : transcript_text(t, "skip");
    }
    return why;
}

enum verb_exit check_status(const struct check *check, struct strings *unreadable)
{
    const struct plugin_request *request = check->request;
    const char *idle = idle_reason(check);

    for (size_t i = 0; i < check->count; i++) {
        OWNED(memory) char *why = untried_reason(check, &check->versions[i]);
        OWNED(memory) char *line = why ? memory_print("%s: %s", request->path, why) : NULL;

        if (line)
            strings_add_once(unreadable, line);
    }
    if (idle)
        strings_print(unreadable, "%s: it cannot be tried: %s", request->path, idle);
    for (size_t t = 0; t < check->all_count; t++)
        if (check_trial_fails(request->asked, &check->all[t]))
            return VERB_FINDINGS;
    return VERB_OK;
}
