/* lazynccl alone: a summary to paste into an issue, without the names of home folders.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "search/file_version.h"
#include "tool/command/look_as.h"
#include "tool/files/elf_cache.h"
#include "tool/findings/show.h"
#include "tool/linking/driver.h"
#include "tool/linking/linker.h"
#include "tool/nccl/conf.h"
#include "tool/nccl/variables.h"
#include "tool/verbs/find/print.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whom it is of, and how it is written. */
struct summary {
    struct examination *at;
    struct style manner;
    struct json *json; /* NULL: for people */
    const char *title; /* that was said last: it is not said again */
};

/* "title value" on a line, for people. */
static void line(struct summary *, const char *title, const char *format, ...)
    LAZYNCCL_PRINTF(3, 4);

static void line(struct summary *summary, const char *title, const char *format, ...)
{
    int again = summary->title && strcmp(title, summary->title) == 0;
    char *text = NULL;
    va_list values;

    va_start(values, format);
    if (vasprintf(&text, format, values) < 0)
        text = NULL;
    va_end(values);
    printf("%-10s ", again ? "" : title);
    style_print(&summary->manner, text ? text : "out of memory");
    putchar('\n');
    free(text);
    summary->title = title;
}

/* The newest GLIBC_2.N that the consumer's C library has; to be freed, or NULL. */
static char *glibc_version(struct examination *at)
{
    const char *from, *why, *best = NULL;
    char *path = linker_find(at->machine, NULL, "libc.so.6", &from);
    const struct elf_file *file = path ? elf_cache_get(path, &why) : NULL;

    for (size_t i = 0; file && i < file->version_count; i++)
        if (!file->versions[i].file && strncmp(file->versions[i].name, "GLIBC_2.", 8) == 0 &&
            (!best || strverscmp(file->versions[i].name + 6, best) > 0))
            best = file->versions[i].name + 6;
    free(path);
    return best ? strdup(best) : NULL;
}

/* "Linux 6.1.0, x86_64, glibc 2.36", to be freed, or NULL. */
static char *system_text(struct examination *at)
{
    char *release = machine_text(at->machine, "/proc/sys/kernel/osrelease");
    char *glibc = glibc_version(at), *text = NULL;
    const struct elf_file *file = &at->machine->consumer->file;

    if (release)
        release[strcspn(release, "\n")] = '\0';
    if (asprintf(&text, "Linux %s%s%s, glibc %s", release ? release : "?", file->handle ? ", " : "",
                 file->handle ? file->machine_name : "", glibc ? glibc : "?") < 0)
        text = NULL;
    free(release);
    free(glibc);
    return text;
}

static void show_variable(void *context, const struct variable_row *row)
{
    struct summary *summary = context;
    char where[WHERE_SIZE] = "environment";
    int of_nccl = strcmp(row->reader, "NCCL") == 0;
    const char *value = of_nccl ? conf_variable(summary->at->facts, row->name, where)
                                : machine_variable(summary->at->machine, row->name);

    if (value && summary->json) {
        json_begin(summary->json, NULL, '{');
        json_string(summary->json, "name", row->name);
        json_string(summary->json, "value", value);
        json_string(summary->json, "from", where);
        json_end(summary->json, '}');
    } else if (value && strcmp(where, "environment") == 0) {
        line(summary, "set", "%s=%s", row->name, value);
    } else if (value) {
        line(summary, "set", "%s=%s (%s)", row->name, value, where);
    }
}

static void show_look(struct summary *summary, const struct lazynccl_description *is,
                      const char *who, const struct candidate *look)
{
    char version[LAZYNCCL_VERSION_TEXT];

    if (!look || !look->path)
        line(summary, is->name, "%-9s nothing", who);
    else
        line(summary, is->name, "%-9s %-8s %s   %s%s%s", who,
             look->version ? lazynccl_version_text(is, look->version, version) : "?",
             machine_shown(summary->at->machine, look->path), look->place,
             look->outcome && *look->outcome ? "   " : "", look->outcome ? look->outcome : "");
}

static void show_libraries(struct summary *summary)
{
    for (int l = 0; l < lazynccl_libraries_count; l++) {
        const struct lazynccl_description *is = lazynccl_libraries[l]->is;
        const struct answer *answer;

        if (lazynccl_libraries[l]->root != lazynccl_libraries[l])
            continue;
        answer = facts_answer(summary->at->facts, is->name);
        if (summary->json) {
            json_begin(summary->json, NULL, '{');
            json_string(summary->json, "library", is->name);
            find_json_both(summary->json, summary->at, answer, NULL, NULL);
            json_end(summary->json, '}');
        } else {
            show_look(summary, is, "ld.so", &answer->linker);
            show_look(summary, is, "lazynccl", answer_taken(answer));
        }
    }
}

static void show_findings(struct summary *summary)
{
    struct examination *at = summary->at;
    char counted[FINDINGS_COUNTED], *end;

    findings_counted(at->findings, counted);
    if ((end = strstr(counted, " · ")))
        *end = '\0';
    line(summary, "findings", "%s", *counted ? counted : "none");
    if (summary->manner.more)
        findings_print(at->findings, &summary->manner);
    for (size_t i = 0; i < at->findings->count && !summary->manner.more; i++)
        line(summary, "findings", "%s %s", at->findings->list[i].row->id,
             at->findings->list[i].what);
}

static void print_people(struct summary *summary, const char *system, const char *driver)
{
    puts("lazynccl " LAZYNCCL_VERSION);
    line(summary, "as", "%s", summary->at->machine->consumer->who);
    line(summary, "system", "%s", system);
    line(summary, "driver", "%s", *driver ? driver : "none");
    variables_each(show_variable, summary);
    show_libraries(summary);
    show_findings(summary);
}

static void print_json(struct summary *summary, const char *system, const char *driver)
{
    struct json json = {.to = stdout, .manner = &summary->manner};

    summary->json = &json;
    json_answer(&json, "summary");
    json_string(&json, "lazynccl", LAZYNCCL_VERSION);
    json_string(&json, "as", summary->at->machine->consumer->who);
    json_string(&json, "system", system);
    json_string(&json, "driver", *driver ? driver : NULL);
    json_begin(&json, "set", '[');
    variables_each(show_variable, summary);
    json_end(&json, ']');
    json_begin(&json, "libraries", '[');
    show_libraries(summary);
    json_end(&json, ']');
    findings_json(summary->at->findings, summary->at->machine, &json);
}

static enum verb_exit summarize(struct examination *at, const struct request *request, void *none)
{
    struct summary summary = {.at = at, .manner = look_as_style(request, at->machine->consumer)};
    struct driver driver = driver_of(at->machine);
    char *system = system_text(at), text[80];

    (void)none;
    summary.manner.site = NULL; /* whoever reads it elsewhere knows of no environment */
    summary.manner.homes[1] = request->full_paths ? NULL : conf_read(at->facts)->passwd_home;
    driver_text(&driver, text, sizeof text);
    const struct finding_row *row;

    for (size_t i = 0; (row = registry_at(i)); i++)
        if (row->look)
            row->look(at);
    (request->json ? print_json : print_people)(&summary, system ? system : "?", text);
    free(system);
    driver_free(&driver);
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
    .takes = TAKES_MANNER | TAKES_CONSUMER,
    .more = "more of all that is found: here, each finding at length",
};
