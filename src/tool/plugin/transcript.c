/* Reads what a child tells line by line, and makes findings of it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "tool/plugin/transcript.h"
#include "tool/linking/driver.h"
#include "tool/linking/environment.h"
#include "tool/machine/child.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_STEPS 60
#define MOST_WARNINGS 3

static void add(struct transcript *account, char *word, char *text)
{
    struct transcript_line *list = realloc(account->list, (account->count + 1) * sizeof *list);

    if (!list)
        abort();
    account->list = list;
    list[account->count++] = (struct transcript_line){word, text};
    const struct finding_row *row = registry_row(word);
    account->failed |= row && row->severity != NOTE;
}

/* A crash and a hang have happened in the last step that was told of. */
static void add_end(struct transcript *account, const struct child *child, int seconds)
{
    const char *step = "start";
    int late = child->end == CHILD_LATE || (child->end == CHILD_KILLED && child->status == SIGALRM);
    char *text;

    for (size_t i = 0; i < account->count; i++)
        if (strcmp(account->list[i].word, "step") == 0)
            step = account->list[i].text;
    if (child->end == CHILD_RETURNED)
        return;
    if ((late ? asprintf(&text, "%s: it does not come back within %d s", step, seconds)
              : asprintf(&text, "%s: it %s", step, child_end_text(child))) < 0)
        abort();
    add(account, late ? "LN315" : "LN314", text);
    account->end = text;
}

const char *transcript_make(struct session *play, int (*work)(void *play, FILE *to),
                            struct transcript *account)
{
    struct child child = child_run(work, play, MOST_STEPS * (play->seconds + 1));
    char *rest = child.said, *line;

    *account = (struct transcript){.memory = child.said};
    if (child.end == CHILD_NOT_MADE) {
        transcript_free(account);
        return child_end_text(&child);
    }
    while ((line = strsep(&rest, "\n"))) {
        char *text = strchr(line, '\t');

        if (!text)
            continue; /* cut off */
        *text++ = '\0';
        add(account, line, text);
    }
    add_end(account, &child, play->seconds);
    return NULL;
}

void transcript_free(struct transcript *account)
{
    free(account->list);
    free(account->end);
    free(account->memory);
    *account = (struct transcript){0};
}

const char *transcript_text(const struct transcript *account, const char *word)
{
    for (size_t i = 0; i < account->count; i++)
        if (strcmp(account->list[i].word, word) == 0)
            return account->list[i].text;
    return NULL;
}

/* 1 if a text speaks of CUDA or a GPU, and not of a variable or folder that is called so. */
static int speaks_of_gpus(const char *text)
{
    static const char *const words[] = {"cuda", "cuinit", "cudriver", "gpu", "nvml"};

    for (size_t w = 0; w < sizeof words / sizeof *words; w++)
        for (const char *at = text; (at = strcasestr(at, words[w])); at++)
            if ((at == text || at[-1] != '/') && at[strlen(words[w])] != '_' &&
                at[strlen(words[w])] != '/')
                return 1;
    return 0;
}

/* Whether what failed is that there is no GPU here: its log says so, or it needs the driver's
 * library and there is none. */
static int wants_driver(struct examination *at, const struct elf_file *file,
                        const struct transcript *account)
{
    struct driver driver = driver_of(at->machine);
    int wants = 0, absent = !driver.libcuda;

    driver_free(&driver);
    for (size_t i = 0; i < account->count; i++)
        wants |=
            strcmp(account->list[i].word, "warn") == 0 && speaks_of_gpus(account->list[i].text);
    for (size_t i = 0; i < file->needed_count && absent; i++)
        wants |= strncmp(file->needed[i], "libcuda.so", 10) == 0 ||
                 strncmp(file->needed[i], "libcudart.so", 12) == 0;
    return wants;
}

/* The same finding with the same text, over all versions. */
struct seen_with {
    const struct finding_row *row;
    const char *trial, *text;
    unsigned versions;
    const struct transcript *account; /* the first */
};

static int is_same(const struct seen_with *seen, const struct finding_row *row, const char *trial,
                   const char *text)
{
    return seen->row == row && strcmp(seen->text, text) == 0 &&
           strcmp(seen->trial ? seen->trial : "", trial ? trial : "") == 0;
}

static size_t gather(const struct transcript_of *of, size_t count, struct seen_with *list)
{
    size_t found = 0;

    for (size_t a = 0; a < count; a++)
        for (size_t i = 0; i < of[a].account->count; i++) {
            const struct transcript_line *told = &of[a].account->list[i];
            const struct finding_row *row = registry_row(told->word);
            size_t at = 0;

            if (!row)
                continue;
            while (at < found && !is_same(&list[at], row, of[a].trial, told->text))
                at++;
            if (at == found)
                list[found++] = (struct seen_with){row, of[a].trial, told->text, 0, of[a].account};
            list[at].versions |= 1u << of[a].version;
        }
    return found;
}

/* The first are nearest to the cause. */
static void add_warnings(struct examination *at, const struct transcript *account)
{
    int count = 0;

    for (size_t i = 0; i < account->count && count < MOST_WARNINGS; i++)
        if (strcmp(account->list[i].word, "warn") == 0) {
            findings_evidence(at->findings, "it warns: %s", account->list[i].text);
            count++;
        }
}

/* All that was seen of one finding. */
static void add_finding(struct examination *at, const struct plugin_request *request,
                        const struct finding_row *row, const struct seen_with *list, size_t count)
{
    char versions[PLUGIN_VERSIONS_TEXT];
    const struct transcript *first = NULL;

    for (size_t i = 0; i < count; i++) {
        if (list[i].row != row)
            continue;
        if (!first) {
            first = list[i].account;
            const struct finding_row *told =
                strcmp(row->id, "LN313") == 0 && wants_driver(at, request->elf, first)
                    ? registry_row("LN312")
                    : row;

            findings_add(at->findings, told->id, "%s: %s", strings_base_name(request->path),
                         told->what);
        }
        findings_evidence(
            at->findings, "%s%s%s, %s", plugin_interface_versions_text(list[i].versions, versions),
            list[i].trial ? ", " : "", list[i].trial ? list[i].trial : "", list[i].text);
    }
    if (first)
        add_warnings(at, first);
}

void transcript_report(struct examination *at, const struct plugin_request *request,
                       const struct transcript_of *of, size_t count)
{
    const struct finding_row *row;
    size_t most = 1, found_count;
    struct seen_with *list;

    for (size_t a = 0; a < count; a++)
        most += of[a].account->count;
    if (!(list = calloc(most, sizeof *list)))
        abort();
    found_count = gather(of, count, list);
    for (size_t i = 0; (row = registry_at(i)); i++)
        add_finding(at, request, row, list, found_count);
    free(list);
}
