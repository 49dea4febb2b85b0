/* Keeps the record of a search: a line for each thing tried, and the reason of a failure.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "loader/attempt.h"
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

void lazynccl_attempt_line(struct lazynccl_attempt *attempt, const char *format, ...)
{
    size_t start = attempt->tried.length;
    char column[16];
    va_list list;

    snprintf(column, sizeof column, "%-9s ", attempt->place);
    lazynccl_text_add_lines(&attempt->tried, column);
    va_start(list, format);
    lazynccl_text_add_list(&attempt->tried, format, list);
    va_end(list);
    lazynccl_text_add_lines(&attempt->tried, "\n");
    if (attempt->outcome->debug && attempt->tried.length > start)
        lazynccl_text_print(attempt->library->description->name, attempt->tried.bytes + start);
}

enum lazynccl_verdict lazynccl_attempt_refuse(struct lazynccl_attempt *attempt, const char *why)
{
    /* dlerror begins with the name already */
    int named = strncmp(why, attempt->name, strlen(attempt->name)) == 0;
    const char *name = named ? "" : attempt->name, *colon = named ? "" : ": ";

    lazynccl_attempt_line(attempt, "%s%s%s", name, colon, why);
    if (!attempt->fault.bytes)
        lazynccl_text_add(&attempt->fault, "%s%s%s (%s)", name, colon, why, attempt->place);
    return LAZYNCCL_AFTER;
}

const char *lazynccl_dlerror(void)
{
    const char *why = dlerror();

    return why ? why : "dlopen gave no reason";
}

const char *lazynccl_attempt_too_old(const struct lazynccl_attempt *attempt, int version,
                                     char *text, size_t size)
{
    const struct lazynccl_description *stub = attempt->library->description;
    char have[LAZYNCCL_VERSION_TEXT], need[LAZYNCCL_VERSION_TEXT];

    if (version >= attempt->minimum)
        return NULL;
    snprintf(text, size, "is %s, at least %s is required",
             lazynccl_version_text(stub, version, have),
             lazynccl_version_text(stub, attempt->minimum, need));
    return text;
}
