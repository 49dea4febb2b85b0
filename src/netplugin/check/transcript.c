/* Reads the lines that a child reports and turns them into findings.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "netplugin/check/transcript.h"
#include "common/machine/child.h"
#include "netplugin/check/session/place.h"
#include "netplugin/check/trials/trials.h"
#include <errno.h>
#include <signal.h>

#define MOST_STEPS 60   /* more than any session has: limits its time */
#define MOST_WARNINGS 3 /* of the plugin, shown with a finding */

/* Returns the text of the next line with this word, starting at line *i, or NULL. */
static const char *next_text(const struct transcript *transcript, const char *word, size_t *i)
{
    while (*i < transcript->count)
        if (strcmp(transcript->list[(*i)++].word, word) == 0)
            return transcript->list[*i - 1].text;
    return NULL;
}

static void add(struct transcript *transcript, char *word, char *text)
{
    const struct finding_row *row = registry_row(word);

    *MEMORY_ADD(transcript->list, transcript->count) = (struct transcript_line){word, text};
    if (row && row->severity == ERROR)
        transcript->result = TRANSCRIPT_FAILED;
    else if (row && row->severity == WARNING && transcript->result == TRANSCRIPT_PASSED)
        transcript->result = TRANSCRIPT_WARNED;
}

/* Reports a crash or a hang as a finding in the last reported step. */
static void add_end(struct transcript *transcript, const struct child *child,
                    const struct session *session)
{
    const struct session_now *now = session->step.now;
    int late = child->end == CHILD_LATE;
    char where[SESSION_WHERE];

    if (child->end == CHILD_RETURNED)
        return;
    session_where(now, where);
    if (late)
        transcript->last =
            memory_print("%s: it does not return within %d s", where, session->options.seconds);
    else if (now->signal) /* a handler of the plugin may have ended the process with exit() */
        transcript->last = memory_print("%s: it crashed (%s)", where, strsignal(now->signal));
    else
        transcript->last = memory_print("%s: it %s", where, child_end_text(child));
    add(transcript, late ? "LN315" : "LN314", transcript->last);
    if (*now->place) {
        transcript->place = memory_copy(now->place);
        add(transcript, "place", transcript->place);
    }
}

/* Runs in the child. */
static int run(void *context, FILE *to)
{
    struct session *session = context;

    session->to = to;
    session_limit();
    place_watch(session);
    if (setjmp(session->end) == 0) {
        session->run(session);
        session_say(session, "end", "%s", "");
    }
    return 0;
}

const char *transcript_make(struct session *session, struct transcript *transcript)
{
    int seconds = MOST_STEPS * (session->options.seconds + 1);
    struct timespec begin, end;

    if (!(session->step.now = session_now_get(session->options.seconds)))
        return strerror(errno);
    clock_gettime(CLOCK_MONOTONIC, &begin);
    const struct child_limit limit = {seconds, &session->step.now->end, SIGABRT};
    struct child child = child_run(run, session, &limit);
    clock_gettime(CLOCK_MONOTONIC, &end);
    transcript->milliseconds =
        (end.tv_sec - begin.tv_sec) * 1000 + (end.tv_nsec - begin.tv_nsec) / 1000000;
    char *rest = child.said, *line;

    transcript->said = child.said;
    if (child.end == CHILD_NOT_MADE) {
        session_now_free(session->step.now);
        transcript_free(transcript);
        return child_end_text(&child);
    }
    while ((line = strsep(&rest, "\n"))) {
        char *text = strchr(line, '\t');

        if (!text)
            continue; /* an incomplete line */
        *text++ = '\0';
        add(transcript, line, text);
    }
    add_end(transcript, &child, session);
    session_now_free(session->step.now);
    if (transcript->result == TRANSCRIPT_WARNED && !transcript_text(transcript, "end"))
        transcript->result = TRANSCRIPT_FAILED;
    return NULL;
}

void transcript_free(struct transcript *transcript)
{
    free(transcript->list);
    free(transcript->last);
    free(transcript->place);
    free(transcript->said);
    *transcript = (struct transcript){0};
}

const char *transcript_text(const struct transcript *transcript, const char *word)
{
    return next_text(transcript, word, &(size_t){0});
}

/* Returns 1 if a text mentions CUDA or a GPU other than in the name of a variable or folder. A
 * message of the dynamic linker counts if it names the driver library. */
static int mentions_gpus(const char *text)
{
    static const char *const words[] = {"cuda", "cuinit", "cudriver", "gpu", "nvml"};

    if (strstr(text, "undefined symbol") || strstr(text, "cannot open shared object"))
        return strstr(text, "libcuda.so") != NULL;
    for (size_t w = 0; w < sizeof words / sizeof *words; w++)
        for (const char *at = text; (at = strcasestr(at, words[w])); at++)
            if ((at == text || at[-1] != '/') && at[strlen(words[w])] != '_' &&
                at[strlen(words[w])] != '/')
                return 1;
    return 0;
}

/* Returns 1 if init failed because the GPU driver is missing: the log says so, or the plugin needs
 * the driver library, which was not found. */
static int misses_driver(struct examination *at, const struct elf_file *file,
                         const struct transcript *transcript)
{
    int absent = !driver_read(at->facts)->libcuda;
    const char *text;

    for (size_t i = 0; (text = next_text(transcript, "warn", &i));)
        if (mentions_gpus(text))
            return 1;
    for (size_t i = 0; i < file->needed.count && absent; i++)
        if (strncmp(file->needed.list[i], "libcuda.so", 10) == 0 ||
            strncmp(file->needed.list[i], "libcudart.so", 12) == 0)
            return 1;
    return 0;
}

unsigned transcript_versions(const struct transcript *all, size_t count,
                             const struct transcript *transcript,
                             const struct transcript_line *line)
{
    unsigned versions = 0;

    for (const struct transcript *t = all; t < all + count; t++)
        for (size_t i = 0; i < t->count; i++) {
            if (t->trial != transcript->trial || strcmp(t->list[i].word, line->word) != 0 ||
                strcmp(t->list[i].text, line->text) != 0)
                continue;
            if (t < transcript || (t == transcript && &t->list[i] < line))
                return 0;
            versions |= 1u << t->version;
        }
    return versions;
}

/* Adds the warnings that the plugin logged in the step that ends with line `end`. They are the best
 * evidence of the cause. */
static void add_warnings(struct examination *at, const struct transcript *transcript, size_t end)
{
    size_t first = end;
    int count = 0;

    while (first && strcmp(transcript->list[first].word, "step") != 0)
        first--;
    for (; first < end && count < MOST_WARNINGS; first++)
        if (strcmp(transcript->list[first].word, "warn") == 0) {
            findings_evidence(at->findings, "it warns: %s", transcript->list[first].text);
            count++;
        }
}

static int is_net(const struct transcript *transcript)
{
    return transcript->interface->kind == LAZYNCCL_NET_KIND_NET;
}

/* Adds where the plugin crashed or hung. */
static void add_place(struct examination *at, const struct plugin_request *request,
                      const struct transcript *transcript, size_t end)
{
    if (end + 1 >= transcript->count || strcmp(transcript->list[end + 1].word, "place") != 0)
        return;
    findings_evidence(at->findings, "at %s", transcript->list[end + 1].text);
    if (*request->elf->build_id)
        findings_evidence(at->findings, "its build-id is %s", request->elf->build_id);
}

/* Adds the remedy for a file that does not load, depending on the cause. */
static void add_remedy(struct examination *at, const struct plugin_request *request)
{
    const char *remedy;
    OWNED(strings)
    struct strings lines = plugins_obstacles(at->machine, request->path, &remedy);

    if (remedy)
        findings_remedy(at->findings, "%s", remedy);
}

/* Adds one finding with all its evidence. */
static void add_finding(struct examination *at, const struct plugin_request *request,
                        const struct finding_row *row, const struct transcript *all, size_t count)
{
    char list[PLUGIN_VERSIONS_TEXT];
    const struct transcript *first = NULL;
    const char *id = row->id, *text;
    size_t place = 0;

    for (const struct transcript *t = all; t < all + count; t++)
        for (size_t i = 0; (text = next_text(t, id, &i));) {
            unsigned versions = transcript_versions(all, count, t, &t->list[i - 1]);

            if (!versions)
                continue;
            if (!first) {
                findings_add(at->findings, row->id, "%s: %s", strings_base_name(request->path),
                             row->what);
                first = t;
                place = i - 1;
            }
            findings_evidence(at->findings, "%s%s%s%s%s, %s", is_net(t) ? "" : t->interface->name,
                              is_net(t) ? "" : " ", plugin_interface_versions_text(versions, list),
                              t->trial ? ", " : "", t->trial ? t->trial->name : "", text);
            add_place(at, request, t, i - 1);
        }
    if (first && strcmp(id, "LN302") == 0)
        add_remedy(at, request);
    if (first)
        add_warnings(at, first, place);
}

/* Replaces the finding of a failed init if the driver is missing, because such a failure proves
 * nothing about the plugin. */
static void excuse_driver(struct examination *at, const struct elf_file *file,
                          struct transcript *transcript)
{
    for (size_t i = 0; i < transcript->count; i++)
        if (strcmp(transcript->list[i].word, "LN313") == 0 && misses_driver(at, file, transcript)) {
            strcpy(transcript->list[i].word, "LN312");
            transcript->result = TRANSCRIPT_PASSED;
        }
}

void transcript_report(struct examination *at, const struct plugin_request *request,
                       struct transcript *all, size_t count)
{
    const struct finding_row *row;

    for (size_t t = 0; t < count; t++)
        excuse_driver(at, request->elf, &all[t]);
    for (size_t i = 0; (row = registry_at(i)); i++)
        add_finding(at, request, row, all, count);
}
