/* Puts reasons and reports into words.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "loader/attempt.h"
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

void lazynccl_attempt_line(struct lazynccl_attempt *attempt, const char *format, ...)
{
    size_t start = attempt->tried.length;
    va_list list;

    lazynccl_text_add(&attempt->tried, "%-9s ", attempt->place);
    va_start(list, format);
    lazynccl_text_add_list(&attempt->tried, format, list);
    va_end(list);
    lazynccl_text_add_lines(&attempt->tried, "\n");
    if (attempt->outcome->debug && attempt->tried.length > start)
        lazynccl_text_print(attempt->library->description->name, attempt->tried.bytes + start);
}

/* Adds what to do about a library, or a version of it, that is missing: install or name one. Two
 * packages at most: those for the CUDA releases that people have. `version`: 0, any will do. */
static void add_remedy(struct lazynccl_text *text, const struct lazynccl_description *stub,
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

/* 1 if the search ended with a file of LAZYNCCL_LIBPATH; network plugins have another variable. */
static int is_named(const struct lazynccl_attempt *attempt)
{
    return attempt->fault.bytes && attempt->library->description->packages[0] &&
           strcmp(attempt->place, "env") == 0;
}

int lazynccl_attempt_begin(struct lazynccl_attempt *attempt)
{
    struct lazynccl_arena arena = {NULL, 0};
    size_t size = sizeof(struct lazynccl_outcome) +
                  (size_t)attempt->library->description->count * sizeof(lazynccl_symbol);
    struct lazynccl_outcome *outcome = lazynccl_arena_take(&arena, size);

    if (!outcome)
        return -1;
    memset(outcome, 0, size);
    outcome->arena = arena;
    attempt->outcome = outcome;
    attempt->tried.arena = attempt->fault.arena = &outcome->arena;
    return 0;
}

struct lazynccl_outcome *lazynccl_attempt_end(struct lazynccl_attempt *attempt, int error)
{
    const struct lazynccl_description *stub = attempt->library->description;
    struct lazynccl_outcome *outcome = attempt->outcome;
    struct lazynccl_text text = {.arena = &outcome->arena};

    if (!outcome->handle) {
        lazynccl_text_add(&text, "%s cannot be used: ", stub->title);
        if (error)
            lazynccl_text_add(&text, "%s (%s); the next call looks again", strerror(error),
                              attempt->place ? attempt->place : "settings");
        else if (attempt->fault.bytes)
            lazynccl_text_add_lines(&text, attempt->fault.bytes);
        else
            lazynccl_text_add(&text, "no %s%s in any place looked at", stub->sonames[0],
                              stub->sonames[1] ? " or older" : "");
        /* the note on a wrong setting says what would be right */
        if (!error && !attempt->blamed && is_named(attempt))
            lazynccl_text_add(&text, "; correct or unset LAZYNCCL_LIBPATH");
        else if (!error && !attempt->blamed)
            add_remedy(&text, stub, attempt->minimum);
        lazynccl_text_add_lines(&text, "; LAZYNCCL_DEBUG=1 shows every place tried");
        if (attempt->allowed && !attempt->blamed)
            lazynccl_text_add(&text, ", LAZYNCCL_SEARCH=%s allows no others", attempt->allowed);
    }
    outcome->passing = error != 0;
    outcome->fault = text.bytes;
    outcome->tried = attempt->tried.bytes ? attempt->tried.bytes : "";
    if (!outcome->arena.error)
        return outcome;
    lazynccl_outcome_free(outcome);
    return NULL;
}

void lazynccl_outcome_free(struct lazynccl_outcome *outcome)
{
    struct lazynccl_arena arena = outcome->arena; /* which holds the outcome too */

    lazynccl_arena_free(&arena);
}

int lazynccl_attempt_refuse(struct lazynccl_attempt *attempt, const char *why, int error)
{
    const char *name = attempt->name, *colon = ": ";

    if (!why)
        why = LAZYNCCL_NO_REASON;
    if (strncmp(why, name, strlen(name)) == 0) /* dlerror begins with the name already */
        name = colon = "";
    lazynccl_attempt_line(attempt, "%s%s%s", name, colon, why);
    if (!attempt->fault.bytes)
        lazynccl_text_add(&attempt->fault, "%s%s%s (%s)", name, colon, why, attempt->place);
    errno = error;
    return lazynccl_is_passing(error) ? -1 : 0;
}

const char *lazynccl_attempt_too_old(struct lazynccl_attempt *attempt, int version)
{
    const struct lazynccl_description *stub = attempt->library->description;
    char have[LAZYNCCL_VERSION_TEXT], need[LAZYNCCL_VERSION_TEXT];

    if (version >= attempt->minimum)
        return NULL;
    return lazynccl_arena_print(&attempt->outcome->arena, "is %s, at least %s is required",
                                lazynccl_version_text(stub, version, have),
                                lazynccl_version_text(stub, attempt->minimum, need));
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

    if (stub->suffixed && *symbol == '_') { /* the name that people call it by */
        lazynccl_plain_name(symbol, plain);
        symbol = plain;
    }
    lazynccl_text_add(text, "%s is not in %s", symbol, lazynccl_outcome_of(library)->path);
    if (stub->version_function)
        lazynccl_text_add(text, ", which is %s %s", stub->title,
                          lazynccl_version_text(stub, version, have));
    if (!added) {
        add_remedy(text, stub, 0);
    } else if (removed && version >= removed) {
        lazynccl_text_add(text, ": it was removed in %s",
                          lazynccl_version_text(stub, removed, need));
    } else if (version < added) {
        lazynccl_text_add(text, ": it came with %s", lazynccl_version_text(stub, added, need));
        add_remedy(text, stub, added);
    } else {
        lazynccl_text_add(text, ": releases since %s have it, so this file is not as released",
                          lazynccl_version_text(stub, added, need));
    }
}

const char *lazynccl_reason_for(lazynccl_library *library, int index)
{
    const struct lazynccl_outcome *outcome = lazynccl_outcome_of(library);
    struct lazynccl_arena arena = {NULL, 0};
    struct lazynccl_text text = {.arena = &arena};

    if (outcome && !outcome->handle)
        return outcome->fault;
    if (outcome && (index < 0 || outcome->found[index]))
        return NULL;
    if (outcome)
        add_symbol_reason(&text, library, index);
    else
        lazynccl_text_add(&text, "%s has not been searched for yet: no call has needed it",
                          library->description->title);
    return lazynccl_text_end(&text);
}

const char *lazynccl_report_of(lazynccl_library *library)
{
    const struct lazynccl_description *stub = library->description;
    const struct lazynccl_outcome *outcome;
    struct lazynccl_arena arena = {NULL, 0};
    struct lazynccl_text text = {.arena = &arena};
    char number[LAZYNCCL_VERSION_TEXT];
    const char *reason;
    int cancel;

    do { /* it may be opened right now */
        outcome = lazynccl_outcome_of(library);
        reason = outcome ? outcome->fault : lazynccl_reason_for(library, -1);
    } while (!outcome && !reason);
    if (!reason)
        lazynccl_text_add(&text, "%s %s from %s, found via %s", stub->title,
                          lazynccl_version_text(stub, lazynccl_version_of(library), number),
                          outcome->path, outcome->place);
    else
        lazynccl_text_add_lines(&text, reason);
    lazynccl_text_add_lines(&text, "\n");
    lazynccl_text_add_lines(&text, outcome ? outcome->tried : "");
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel); /* a file may be read */
    lazynccl_add_partner_warning(&text, library);
    pthread_setcancelstate(cancel, NULL);
    return lazynccl_text_end(&text);
}
