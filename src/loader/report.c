/* Puts reasons and reports into words.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "loader/attempt.h"
#include <pthread.h>
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

int lazynccl_attempt_refuse(struct lazynccl_attempt *attempt, const char *why)
{
    const char *name = attempt->name, *colon = ": ";

    if (!why)
        why = LAZYNCCL_NO_REASON;
    if (strncmp(why, name, strlen(name)) == 0) /* dlerror begins with the name already */
        name = colon = "";
    lazynccl_attempt_line(attempt, "%s%s%s", name, colon, why);
    if (!attempt->fault.bytes)
        lazynccl_text_add(&attempt->fault, "%s%s%s (%s)", name, colon, why, attempt->place);
    return 0;
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

void lazynccl_add_remedy(struct lazynccl_text *text, const struct lazynccl_description *stub,
                         int version)
{
    char number[LAZYNCCL_VERSION_TEXT];

    for (int i = 0; i < 2 && stub->packages[i]; i++) {
        const char *before = i ? " or " : "; pip install ";

        if (version)
            lazynccl_text_add(text, "%s'%s>=%s'", before, stub->packages[i],
                              lazynccl_version_text(stub, version, number));
        else
            lazynccl_text_add(text, "%s%s", before, stub->packages[i]);
    }
    lazynccl_text_add(text, "%s name the file in LAZYNCCL_LIBPATH",
                      stub->packages[0] ? ", or" : ";");
}

static void add_symbol_reason(struct lazynccl_text *text, lazynccl_library *library, int index)
{
    const struct lazynccl_description *stub = library->description;
    int version = lazynccl_version_of(library);
    /* an older suffix would do, so what counts is the first */
    int first = stub->family ? index - index % (stub->highest_minor + 1) : index;
    int added = lazynccl_added_in(stub, first), removed = lazynccl_removed_in(stub, index);
    char have[LAZYNCCL_VERSION_TEXT], need[LAZYNCCL_VERSION_TEXT], plain[LAZYNCCL_SYMBOL_BYTES];
    const char *symbol = lazynccl_symbol_name(stub, index);

    if (stub->family) { /* the name that people call it by */
        lazynccl_plain_name(symbol, plain);
        symbol = plain;
    }
    lazynccl_text_add(text, "%s is not in %s", symbol, lazynccl_outcome_of(library)->path);
    if (stub->version_function)
        lazynccl_text_add(text, ", which is %s %s", stub->title,
                          lazynccl_version_text(stub, version, have));
    if (!added) {
        lazynccl_add_remedy(text, stub, 0);
    } else if (removed && version >= removed) {
        lazynccl_text_add(text, ": it was removed in %s",
                          lazynccl_version_text(stub, removed, need));
    } else if (version < added) {
        lazynccl_text_add(text, ": it came with %s", lazynccl_version_text(stub, added, need));
        lazynccl_add_remedy(text, stub, added);
    } else {
        lazynccl_text_add(text, ": releases since %s have it, so this file is not as released",
                          lazynccl_version_text(stub, added, need));
    }
}

const char *lazynccl_reason_for(lazynccl_library *library, int index)
{
    const struct lazynccl_description *stub = library->description;
    const struct lazynccl_outcome *outcome = lazynccl_outcome_of(library);
    struct lazynccl_text text = {NULL, 0, 0};

    if (outcome && outcome->handle) {
        if (index < 0 || outcome->available[index])
            return NULL;
        add_symbol_reason(&text, library, index);
    } else if (outcome) {
        lazynccl_text_add(&text, "%s cannot be used: %s", stub->title, outcome->fault);
        lazynccl_text_add(&text, "; LAZYNCCL_DEBUG=1 shows every place tried");
    } else {
        lazynccl_text_add(&text, "%s has not been searched for yet: no call has needed it",
                          stub->title);
    }
    return lazynccl_text_keep(&text);
}

const char *lazynccl_report_of(lazynccl_library *library)
{
    const struct lazynccl_description *stub = library->description;
    const struct lazynccl_outcome *outcome = lazynccl_outcome_of(library);
    const char *warning;
    struct lazynccl_text text = {NULL, 0, 0};
    char number[LAZYNCCL_VERSION_TEXT];
    int cancel;

    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel); /* a file may be read */
    warning = lazynccl_partner_warning(library);
    pthread_setcancelstate(cancel, NULL);
    if (outcome && outcome->handle)
        lazynccl_text_add(&text, "%s %s from %s, found via %s", stub->title,
                          lazynccl_version_text(stub, lazynccl_version_of(library), number),
                          outcome->path, outcome->place);
    else
        lazynccl_text_add(&text, "%s", lazynccl_reason_for(library, -1));
    lazynccl_text_add_lines(&text, "\n");
    lazynccl_text_add_lines(&text, outcome && outcome->tried ? outcome->tried : "");
    lazynccl_text_add_lines(&text, warning ? warning : "");
    return lazynccl_text_keep(&text);
}
