/* Reads what a child reports, line by line, and makes findings of it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "tool/plugin/transcript.h"
#include "tool/linking/driver.h"
#include "tool/linking/environment.h"
#include "tool/machine/child.h"
#include "tool/text/memory.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_STEPS 60
#define MOST_WARNINGS 3

static void add(struct transcript *transcript, char *word, char *text)
{
    const struct finding_row *row = registry_row(word);

    *MEMORY_ADD(transcript->list, transcript->count) = (struct transcript_line){word, text};
    transcript->failed |= row && row->severity != NOTE;
}

/* A crash or a hang is a finding in the last step that was reported. */
static void add_end(struct transcript *transcript, const struct child *child, int seconds)
{
    const char *step = "start";
    int late = child->end == CHILD_LATE || (child->end == CHILD_KILLED && child->status == SIGALRM);

    for (size_t i = 0; i < transcript->count; i++)
        if (strcmp(transcript->list[i].word, "step") == 0)
            step = transcript->list[i].text;
    if (child->end == CHILD_RETURNED)
        return;
    transcript->last = late ? memory_print("%s: it does not come back within %d s", step, seconds)
                            : memory_print("%s: it %s", step, child_end_text(child));
    add(transcript, late ? "LN315" : "LN314", transcript->last);
}

struct work {
    struct session *session;
    void (*run)(struct session *);
};

/* In the child. */
static int run(void *context, FILE *to)
{
    struct work *work = context;

    work->session->to = to;
    session_limit();
    work->run(work->session);
    return 0;
}

const char *transcript_make(struct session *session, void (*work)(struct session *),
                            struct transcript *transcript)
{
    struct child child =
        child_run(run, &(struct work){session, work}, MOST_STEPS * (session->seconds + 1));
    char *rest = child.said, *line;

    *transcript = (struct transcript){.said = child.said};
    if (child.end == CHILD_NOT_MADE) {
        transcript_free(transcript);
        return child_end_text(&child);
    }
    while ((line = strsep(&rest, "\n"))) {
        char *text = strchr(line, '\t');

        if (!text)
            continue; /* cut off */
        *text++ = '\0';
        add(transcript, line, text);
    }
    add_end(transcript, &child, session->seconds);
    return NULL;
}

void transcript_free(struct transcript *transcript)
{
    free(transcript->list);
    free(transcript->last);
    free(transcript->said);
    *transcript = (struct transcript){0};
}

const char *transcript_text(const struct transcript *transcript, const char *word)
{
    for (size_t i = 0; i < transcript->count; i++)
        if (strcmp(transcript->list[i].word, word) == 0)
            return transcript->list[i].text;
    return NULL;
}

/* 1 if a text mentions CUDA or a GPU, other than in the name of a variable or folder. */
static int mentions_gpus(const char *text)
{
    static const char *const words[] = {"cuda", "cuinit", "cudriver", "gpu", "nvml"};

    for (size_t w = 0; w < sizeof words / sizeof *words; w++)
        for (const char *at = text; (at = strcasestr(at, words[w])); at++)
            if ((at == text || at[-1] != '/') && at[strlen(words[w])] != '_' &&
                at[strlen(words[w])] != '/')
                return 1;
    return 0;
}

/* 1 if init failed because there is no GPU's driver: the log says so, or the plugin needs the
 * driver's library and there is none. */
static int misses_driver(struct examination *at, const struct elf_file *file,
                         const struct transcript *transcript)
{
    struct driver driver = driver_of(at->machine);
    int misses = 0, absent = !driver.libcuda;

    driver_free(&driver);
    for (size_t i = 0; i < transcript->count; i++)
        misses |= strcmp(transcript->list[i].word, "warn") == 0 &&
                  mentions_gpus(transcript->list[i].text);
    for (size_t i = 0; i < file->needed_count && absent; i++)
        misses |= strncmp(file->needed[i], "libcuda.so", 10) == 0 ||
                  strncmp(file->needed[i], "libcudart.so", 12) == 0;
    return misses;
}

/* The versions with which a trial reported the same line; 0 if it was seen before. */
static unsigned versions_of(const struct transcript_source *sources, size_t count, size_t source,
                            size_t index)
{
    const struct transcript_line *line = &sources[source].transcript->list[index];
    unsigned versions = 0;

    for (size_t s = 0; s < count; s++)
        for (size_t i = 0; i < sources[s].transcript->count; i++) {
            const struct transcript_line *other = &sources[s].transcript->list[i];

            if (sources[s].trial != sources[source].trial || strcmp(other->word, line->word) != 0 ||
                strcmp(other->text, line->text) != 0)
                continue;
            if (s < source || (s == source && i < index))
                return 0;
            versions |= 1u << sources[s].version;
        }
    return versions;
}

static void add_evidence(struct examination *at, const struct transcript_source *source,
                         const char *text, unsigned versions)
{
    char list[PLUGIN_VERSIONS_TEXT];

    findings_evidence(at->findings, "%s%s%s, %s", plugin_interface_versions_text(versions, list),
                      source->trial ? ", " : "", source->trial ? source->trial : "", text);
}

/* The first warnings are nearest to the cause. */
static void add_warnings(struct examination *at, const struct transcript *transcript)
{
    int count = 0;

    for (size_t i = 0; i < transcript->count && count < MOST_WARNINGS; i++)
        if (strcmp(transcript->list[i].word, "warn") == 0) {
            findings_evidence(at->findings, "it warns: %s", transcript->list[i].text);
            count++;
        }
}

/* Everything reported of one finding. */
static void add_finding(struct examination *at, const struct plugin_request *request,
                        const struct finding_row *row, const struct transcript_source *sources,
                        size_t count)
{
    const struct transcript *first = NULL;

    for (size_t s = 0; s < count; s++)
        for (size_t i = 0; i < sources[s].transcript->count; i++) {
            const struct transcript *transcript = sources[s].transcript;
            const struct transcript_line *line = &transcript->list[i];
            unsigned versions =
                strcmp(line->word, row->id) == 0 ? versions_of(sources, count, s, i) : 0;

            if (versions && !first) {
                int no_driver =
                    strcmp(row->id, "LN313") == 0 && misses_driver(at, request->elf, transcript);
                const struct finding_row *shown = no_driver ? registry_row("LN312") : row;

                findings_add(at->findings, shown->id, "%s: %s", strings_base_name(request->path),
                             shown->what);
                first = transcript;
            }
            if (versions)
                add_evidence(at, &sources[s], line->text, versions);
        }
    if (first)
        add_warnings(at, first);
}

void transcript_report(struct examination *at, const struct plugin_request *request,
                       const struct transcript_source *sources, size_t count)
{
    const struct finding_row *row;

    for (size_t i = 0; (row = registry_at(i)); i++)
        add_finding(at, request, row, sources, count);
}
