/* Keeps what was found, and what is known of the three libraries for a consumer.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "tool/linking/facts.h"
#include "search/ldso.h"
#include "tool/nccl/conf.h"
#include "tool/linking/environment.h"
#include "tool/files/elf_cache.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void findings_add(struct patient *patient, enum finding_id id, const char *format, ...)
{
    struct finding *list = realloc(patient->found, (patient->found_count + 1) * sizeof *list);
    va_list values;

    if (!list)
        abort(); /* without it the answer would be "nothing" */
    patient->found = list;
    list[patient->found_count] = (struct finding){.row = &findings[id]};
    va_start(values, format);
    if (vasprintf(&list[patient->found_count++].what, format, values) < 0)
        abort();
    va_end(values);
}

static void add_line(struct strings *lines, const char *format, va_list values)
{
    char *line = NULL;

    if (vasprintf(&line, format, values) < 0)
        return;
    strings_add(lines, line, strlen(line));
    free(line);
}

void findings_evidence(struct patient *patient, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    add_line(&patient->found[patient->found_count - 1].evidence, format, values);
    va_end(values);
}

void findings_remedy(struct patient *patient, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    add_line(&patient->found[patient->found_count - 1].remedy, format, values);
    va_end(values);
}

const char *machine_variable(const struct patient *patient, const char *name)
{
    return patient->consumer->view.variable(&patient->consumer->view, name);
}

const struct answer *facts_answer(struct patient *patient, const char *library)
{
    if (!patient->answers &&
        !(patient->answers = calloc((size_t)lazynccl_libraries_count, sizeof *patient->answers)))
        abort();
    for (int i = 0; i < lazynccl_libraries_count; i++) {
        struct answer *answer = &patient->answers[i];

        if (strcmp(lazynccl_libraries[i]->description->name, library) != 0)
            continue;
        if (!answer->is) {
            answer->is = lazynccl_libraries[i]->description;
            answer->consumer = patient->consumer;
            answer_search(answer);
            answer_linker(answer);
        }
        return answer;
    }
    abort();
}

const struct look *facts_copy(struct patient *patient, const char *library)
{
    const struct answer *answer = facts_answer(patient, library);
    const struct look *taken = answer_taken(answer);

    return taken ? taken : answer->linker.usable ? &answer->linker : NULL;
}

static int take_each(void *context, const char *path, enum lazynccl_via via)
{
    struct strings *paths = context;
    const char *why;
    const struct elf_file *file = elf_cache_get(path, &why);

    (void)via;
    if (file && file->class != 64)
        return 0; /* for another machine: ld.so passes it over */
    for (size_t i = 0; i < paths->count; i++)
        if (elf_cache_same_file(paths->list[i], path))
            return 0;
    strings_add(paths, path, strlen(path));
    return 0;
}

struct link {
    char *path;
    const char **from;
};

static int take_first(void *context, const char *path, enum lazynccl_via via)
{
    struct link *link = context;
    const char *why;
    const struct elf_file *file = elf_cache_get(path, &why);

    if (file && file->class != 64)
        return 0;
    link->path = strdup(path);
    *link->from = consumer_via_word(via);
    return 1;
}

/* Asks ld.so as a file of the machine, or as the consumer. */
static void ask(struct patient *patient, const char *file, const char *soname,
                lazynccl_each_file *each, void *context)
{
    struct consumer other = *patient->consumer;
    char *whole = file ? machine_inside(patient, file) : NULL;
    const char *why;
    const struct elf_file *elf = whole ? elf_cache_get(whole, &why) : NULL;

    if (elf)
        other = consumer_as(patient->consumer, file, elf);
    lazynccl_ldso_each(&other.view, soname, each, context);
    free(whole);
}

char *linker_find(struct patient *patient, const char *file, const char *soname, const char **from)
{
    struct link link = {NULL, from};

    ask(patient, file, soname, take_first, &link);
    return link.path;
}

void linker_each(struct patient *patient, const char *file, const char *soname,
                 struct strings *paths)
{
    ask(patient, file, soname, take_each, paths);
}

void facts_free(struct patient *patient)
{
    for (size_t i = 0; i < patient->found_count; i++) {
        free(patient->found[i].what);
        strings_free(&patient->found[i].evidence);
        strings_free(&patient->found[i].remedy);
    }
    free(patient->found);
    strings_free(&patient->blind);
    for (int i = 0; patient->answers && i < lazynccl_libraries_count; i++)
        answer_free(&patient->answers[i]);
    free(patient->answers);
    environment_free(patient->installed);
    conf_free(patient->conf);
    *patient = (struct patient){0};
}
