/* lazynccl without a verb: a summary to paste into an issue, without the names of home folders.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "search/view.h"
#include "tool/command/look_as.h"
#include "tool/files/elf_cache.h"
#include "tool/findings/show.h"
#include "tool/linking/driver.h"
#include "tool/linking/linker.h"
#include "tool/machine/nvidia.h"
#include "tool/nccl/conf.h"
#include "tool/nccl/variables.h"
#include "tool/text/memory.h"
#include "tool/verbs/find/print.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct summary {
    struct examination *at;
    struct table table;
    const char *title; /* of the line before, which is not repeated */
};

/* A line for people: its title, and the text. Takes the text over. */
static void line(struct summary *summary, const char *title, char *text)
{
    int again = summary->title && strcmp(title, summary->title) == 0;

    printf("%-10s ", again ? "" : title);
    style_print(summary->table.style, text);
    putchar('\n');
    free(text);
    summary->title = title;
}

/* The newest GLIBC_2.N of the consumer's C library; to be freed, or NULL. */
static char *glibc_version(struct examination *at)
{
    const char *from, *best = NULL;
    char *path = linker_find(at->machine, NULL, "libc.so.6", &from);
    const struct elf_file *file = path ? elf_cache_get(path, NULL) : NULL;

    for (size_t i = 0; file && i < file->version_count; i++)
        if (!file->versions[i].file && strncmp(file->versions[i].name, "GLIBC_2.", 8) == 0 &&
            (!best || strverscmp(file->versions[i].name + 6, best) > 0))
            best = file->versions[i].name + 6;
    free(path);
    return memory_copy(best);
}

/* "Linux 6.1.0, x86_64, glibc 2.36", to be freed. */
static char *system_text(struct examination *at)
{
    char *release = machine_text(at->machine, "/proc/sys/kernel/osrelease");
    char *glibc = glibc_version(at), *text;
    const struct elf_file *file = &at->machine->consumer->file;

    if (release)
        release[strcspn(release, "\n")] = '\0';
    text = memory_print("Linux %s%s%s, glibc %s", release ? release : "?", file->handle ? ", " : "",
                        file->handle ? file->machine_name : "", glibc ? glibc : "?");
    free(release);
    free(glibc);
    return text;
}

static void show_variable(void *context, const struct variable_row *row)
{
    struct summary *summary = context;
    char where[WHERE_SIZE];
    const char *value = conf_value(summary->at->facts, row, where);

    if (!value)
        return;
    if (summary->table.json)
        table_row(&summary->table, NULL, NULL, CELL("name", row->name), CELL("value", value),
                  CELL("from", where));
    else if (strcmp(where, "environment") == 0)
        line(summary, "set", memory_print("%s=%s", row->name, value));
    else
        line(summary, "set", memory_print("%s=%s (%s)", row->name, value, where));
}

static void show_look(struct summary *summary, const struct lazynccl_description *is,
                      const char *who, const struct candidate *look)
{
    char version[LAZYNCCL_VERSION_TEXT];

    if (!look || !look->path)
        line(summary, is->name, memory_print("%-9s nothing", who));
    else
        line(summary, is->name,
             memory_print("%-9s %-8s %s   %s%s%s", who,
                          look->version ? lazynccl_version_text(is, look->version, version) : "?",
                          machine_shown(summary->at->machine, look->path), look->place,
                          look->outcome && *look->outcome ? "   " : "",
                          look->outcome ? look->outcome : ""));
}

static void show_libraries(struct summary *summary)
{
    struct json *json = summary->table.json;
    lazynccl_library *library;

    for (int l = 0; (library = nvidia_library_at(l)); l++) {
        const struct answer *answer = facts_answer(summary->at->facts, library->description->name);

        if (json) {
            json_begin(json, NULL, '{');
            json_string(json, "library", library->description->name);
            find_both(summary->at->machine, answer, NULL, NULL, &summary->table);
            json_end(json, '}');
        } else {
            show_look(summary, library->description, "ld.so", &answer->linker);
            show_look(summary, library->description, "lazynccl", answer_taken(answer));
        }
    }
}

static void show_findings(struct summary *summary)
{
    const struct findings *findings = summary->at->findings;
    char counted[FINDINGS_COUNTED], *end;

    findings_counted(findings, counted);
    if ((end = strstr(counted, " · ")))
        *end = '\0';
    line(summary, "findings", memory_copy(*counted ? counted : "none"));
    if (summary->table.style->more)
        findings_print(findings, summary->table.style);
    for (size_t i = 0; i < findings->count && !summary->table.style->more; i++)
        line(summary, "findings",
             memory_print("%s %s", findings->list[i].row->id, findings->list[i].what));
}

static void show_fact(struct summary *summary, const char *name, const char *text)
{
    if (summary->table.json)
        json_string(summary->table.json, name, text);
    else
        line(summary, name, memory_copy(text ? text : "none"));
}

static void show_all(struct summary *summary, const char *driver)
{
    struct json *json = summary->table.json;
    char *system = system_text(summary->at);

    if (json) {
        json_answer(json, "summary");
        json_string(json, "lazynccl", LAZYNCCL_RELEASE);
    } else {
        puts("lazynccl " LAZYNCCL_RELEASE);
    }
    show_fact(summary, "as", summary->at->machine->consumer->who);
    show_fact(summary, "system", system);
    show_fact(summary, "driver", *driver ? driver : NULL);
    if (json)
        json_begin(json, "set", '[');
    variables_each(show_variable, summary);
    if (json) {
        json_end(json, ']');
        json_begin(json, "libraries", '[');
    }
    show_libraries(summary);
    if (json) {
        json_end(json, ']');
        findings_json(summary->at->findings, summary->at->machine, json);
    } else {
        show_findings(summary);
    }
    free(system);
}

static enum verb_exit summarize(struct examination *at, const struct request *request, void *none)
{
    struct style style = look_as_style(request, at->machine->consumer);
    struct json json = {.to = stdout, .style = &style};
    struct summary summary = {at, {.style = &style, .json = request->json ? &json : NULL}, NULL};
    const struct finding_row *row;
    char text[80];

    (void)none;
    style.site = NULL; /* it is read where that environment is not known */
    style.homes[1] = request->full_paths ? NULL : conf_read(at->facts)->passwd_home;
    driver_text(driver_read(at->facts), text, sizeof text);
    for (size_t i = 0; (row = registry_at(i)); i++)
        if (row->look)
            row->look(at);
    show_all(&summary, text);
    return VERB_OK;
}

static enum verb_exit run(const struct request *request)
{
    if (request->count)
        return verb_misuse("", "a verb comes before its options", request->words[0], NULL);
    return look_as("", request, summarize, NULL);
}

const struct verb verb_summary = {
    .name = "",
    .run = run,
    .takes = TAKES_STYLE | TAKES_CONSUMER,
    .more = "print more: here, each finding in full",
};
