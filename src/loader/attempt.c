/* Keeps the record of a search: a line for each thing tried, and the reason of a failure.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "loader/attempt.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void lazynccl_attempt_say(struct lazynccl_attempt *attempt, const char *place, const char *text)
{
    size_t start = attempt->tried.length;
    char column[16];

    snprintf(column, sizeof column, "%-9s ", place);
    lazynccl_text_add_plain(&attempt->tried, column);
    lazynccl_text_add_plain(&attempt->tried, text);
    lazynccl_text_end_line(&attempt->tried);
    if (attempt->outcome->debug && attempt->tried.length > start)
        lazynccl_print(attempt->library->is->name, attempt->tried.bytes + start);
}

void lazynccl_attempt_line(struct lazynccl_attempt *attempt, const char *place, const char *format,
                           ...)
{
    char *text = NULL;
    va_list list;

    va_start(list, format);
    if (vasprintf(&text, format, list) < 0)
        text = NULL;
    va_end(list);
    lazynccl_attempt_say(attempt, place, text ? text : "out of memory");
    free(text);
}

enum lazynccl_verdict lazynccl_attempt_refuse(struct lazynccl_attempt *attempt, const char *place,
                                              const char *name, const char *why)
{
    /* dlerror begins with the name already */
    int named = strncmp(why, name, strlen(name)) == 0;

    lazynccl_attempt_line(attempt, place, "%s%s%s", named ? "" : name, named ? "" : ": ", why);
    if (!attempt->fault.bytes)
        lazynccl_text_add(&attempt->fault, "%s%s%s (%s)", named ? "" : name, named ? "" : ": ", why,
                          place);
    return LAZYNCCL_BEHIND;
}
