/* Keeps what was found.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "tool/findings/list.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void findings_add(struct findings *findings, const char *id, const char *format, ...)
{
    struct finding *list = realloc(findings->list, (findings->count + 1) * sizeof *list);
    va_list values;

    if (!list)
        abort(); /* without it the answer would be "nothing" */
    findings->list = list;
    list[findings->count] = (struct finding){.row = registry_row(id)};
    va_start(values, format);
    if (vasprintf(&list[findings->count++].what, format, values) < 0)
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

void findings_evidence(struct findings *findings, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    add_line(&findings->list[findings->count - 1].evidence, format, values);
    va_end(values);
}

void findings_remedy(struct findings *findings, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    add_line(&findings->list[findings->count - 1].remedy, format, values);
    va_end(values);
}

void findings_free(struct findings *findings)
{
    for (size_t i = 0; i < findings->count; i++) {
        free(findings->list[i].what);
        strings_free(&findings->list[i].evidence);
        strings_free(&findings->list[i].remedy);
    }
    free(findings->list);
    *findings = (struct findings){0};
}

int findings_count(const struct findings *findings)
{
    for (size_t i = 0; i < findings->count; i++)
        if (findings->list[i].row->severity != NOTE)
            return 1;
    return 0;
}
