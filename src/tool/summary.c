/* lazynccl alone: a summary to paste into an issue, without the names of home folders.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "../version.h"
#include "conf.h"
#include "driver.h"
#include "findings_print.h"
#include "print.h"
#include "seen.h"
#include "variables.h"
#include "verb.h"
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SCHEMA 1

/* Lines as "title value"; a title is said once, those of its further lines are "". */
struct summary {
    struct patient *patient;
    struct texts titles, values;
};

/* Every home folder in a text as ~; to be freed. */
static char *redacted(struct patient *patient, const char *text)
{
    const char *homes[] = {variable(patient, "HOME"), conf(patient)->passwd_home};
    char *out = NULL;
    size_t size;
    FILE *to = open_memstream(&out, &size);

    while (to && *text) {
        size_t length = 0;

        for (int h = 0; h < 2; h++) {
            size_t n = homes[h] ? strlen(homes[h]) : 0;

            if (n > 1 && *homes[h] == '/' && strncmp(text, homes[h], n) == 0 &&
                (text[n] == '/' || !text[n] || strchr(": ,", text[n])) && n > length)
                length = n;
        }
        putc(length ? '~' : *text, to);
        text += length ? length : 1;
    }
    if (to)
        fclose(to);
    return out;
}

static void add(struct summary *summary, const char *title, const char *format, ...)
    LAZYNCCL_PRINTF(3, 4);

static void add(struct summary *summary, const char *title, const char *format, ...)
{
    char *text = NULL, *clean;
    va_list values;

    va_start(values, format);
    if (vasprintf(&text, format, values) < 0)
        text = NULL;
    va_end(values);
    clean = text ? redacted(summary->patient, text) : NULL;
    if (clean && texts_add(&summary->titles, title, strlen(title)) == 0)
        texts_add(&summary->values, clean, strlen(clean));
    free(clean);
    free(text);
}

/* The newest GLIBC_2.N that the consumer's C library has; to be freed, or NULL. */
static char *glibc_version(struct patient *patient)
{
    const char *from, *why, *best = NULL;
    char *path = linked(patient, NULL, "libc.so.6", &from);
    const struct elf_file *file = path ? seen_file(path, &why) : NULL;

    for (size_t i = 0; file && i < file->version_count; i++)
        if (!file->versions[i].file && strncmp(file->versions[i].name, "GLIBC_2.", 8) == 0 &&
            (!best || strverscmp(file->versions[i].name + 6, best) > 0))
            best = file->versions[i].name + 6;
    free(path);
    return best ? strdup(best) : NULL;
}

static void add_system(struct summary *summary)
{
    struct patient *patient = summary->patient;
    char *release = text_of(patient, "/proc/sys/kernel/osrelease");
    char *glibc = glibc_version(patient);
    struct driver driver = driver_of(patient);
    const struct elf_file *file = &patient->consumer->file;
    char text[80];

    if (release)
        release[strcspn(release, "\n")] = '\0';
    add(summary, "system", "Linux %s%s%s, glibc %s", release ? release : "?",
        file->handle ? ", " : "", file->handle ? file->machine_name : "", glibc ? glibc : "?");
    driver_text(&driver, text, sizeof text);
    add(summary, "driver", "%s", *text ? text : "none");
    driver_free(&driver);
    free(release);
    free(glibc);
}

static void add_variable(void *context, const struct variable_row *row)
{
    struct summary *summary = context;
    char where[WHERE_SIZE] = "environment";
    int of_nccl = strcmp(row->reader, "NCCL") == 0;
    const char *value = of_nccl ? nccl_variable(summary->patient, row->name, where)
                                : variable(summary->patient, row->name);

    if (value && strcmp(where, "environment") == 0)
        add(summary, "set", "%s=%s", row->name, value);
    else if (value)
        add(summary, "set", "%s=%s (%s)", row->name, value, where);
}

static void add_look(struct summary *summary, const struct lazynccl_description *is,
                     const char *who, const struct look *look)
{
    char version[LAZYNCCL_VERSION_TEXT];

    if (!look || !look->path)
        add(summary, is->name, "%-9s nothing", who);
    else
        add(summary, is->name, "%-9s %-8s %s   %s%s%s", who,
            look->version ? lazynccl_version_text(is, look->version, version) : "?",
            shown(summary->patient, look->path), look->place,
            look->outcome && *look->outcome ? "   " : "", look->outcome ? look->outcome : "");
}

static void add_findings(struct summary *summary)
{
    struct patient *patient = summary->patient;
    char counted[FINDINGS_COUNTED], *end;

    for (int i = 0; i < FINDING_COUNT; i++)
        findings[i].look(patient);
    findings_counted(patient, counted);
    if ((end = strstr(counted, " · ")))
        *end = '\0';
    add(summary, "findings", "%s", *counted ? counted : "none");
    for (size_t i = 0; i < patient->found_count; i++)
        add(summary, "findings", "%s %s", patient->found[i].row->id, patient->found[i].what);
}

static void print_people(const struct summary *summary)
{
    puts("lazynccl " LAZYNCCL_VERSION);
    for (size_t i = 0; i < summary->values.count; i++) {
        const char *title = summary->titles.list[i];

        printf("%-10s ", i && strcmp(title, summary->titles.list[i - 1]) == 0 ? "" : title);
        print_text(stdout, summary->values.list[i]);
        putchar('\n');
    }
}

static void print_json(const struct summary *summary)
{
    struct json json = {.to = stdout};

    json_begin(&json, NULL, '{');
    json_number(&json, "schema_version", SCHEMA);
    json_string(&json, "lazynccl", LAZYNCCL_VERSION);
    for (size_t i = 0; i < summary->values.count;) {
        const char *title = summary->titles.list[i];

        json_begin(&json, title, '[');
        for (; i < summary->values.count && strcmp(summary->titles.list[i], title) == 0; i++)
            json_string(&json, NULL, summary->values.list[i]);
        json_end(&json, ']');
    }
    json_end(&json, '}');
}

static void summarize(struct patient *patient, int as_json)
{
    struct summary summary = {.patient = patient};

    add(&summary, "as", "%s", patient->consumer->who);
    add_system(&summary);
    variables_each(add_variable, &summary);
    for (int l = 0; l < lazynccl_libraries_count; l++) {
        const struct lazynccl_description *is = lazynccl_libraries[l]->is;

        if (lazynccl_libraries[l]->root != lazynccl_libraries[l])
            continue;
        add_look(&summary, is, "ld.so", &answer_of(patient, is->name)->linker);
        add_look(&summary, is, "lazynccl", answer_taken(answer_of(patient, is->name)));
    }
    add_findings(&summary);
    if (as_json)
        print_json(&summary);
    else
        print_people(&summary);
    texts_free(&summary.titles);
    texts_free(&summary.values);
}

static enum verb_exit run(int argc, char **argv)
{
    static const struct option options[] = {
        CONSUMER_OPTIONS, {"json", no_argument, NULL, 'j'}, {0}};
    struct consumer_choice choice = {0};
    struct consumer consumer;
    struct patient patient = {.consumer = &consumer};
    int option, as_json = 0;
    size_t blind;

    opterr = 0;
    while ((option = getopt_long(argc, argv, "+", options, NULL)) != -1) {
        if (option == 'j')
            as_json = 1;
        else if (!consumer_option(&choice, option, optarg))
            return verb_misuse("", "unknown option", argv[optind - 1]);
    }
    if (optind < argc)
        return verb_misuse("", "a verb comes before its options", argv[optind]);
    const char *why = consumer_open(&consumer, &choice);
    if (why)
        return verb_blind("", why);
    summarize(&patient, as_json);
    fflush(stdout);
    blind = findings_blind(&patient, "");
    patient_free(&patient);
    consumer_close(&consumer);
    seen_forget();
    return blind ? VERB_BLIND : VERB_OK;
}

const struct verb verb_summary = {"", run, "", ""};
