/* Records what a search tries, and the reason why it fails.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/loader/attempt.h"
#include "runtime/search/locations.h"
#include "runtime/search/path.h"
#include <errno.h>
#include <string.h>

void lazynccl_attempt_line(struct lazynccl_attempt *attempt, const char *format, ...)
{
    size_t start = attempt->tried.length;
    va_list list;

    lazynccl_text_add(&attempt->tried, "%-9s ", lazynccl_location_word(attempt->location));
    va_start(list, format);
    lazynccl_text_add_list(&attempt->tried, format, list);
    va_end(list);
    lazynccl_text_add_lines(&attempt->tried, "\n");
    if (attempt->outcome->debug && attempt->tried.length > start)
        lazynccl_text_print(attempt->library->description->name, attempt->tried.bytes + start);
}

void lazynccl_add_remedy(struct lazynccl_text *text, const struct lazynccl_description *desc,
                         int version)
{
    char number[LAZYNCCL_VERSION_TEXT];

    for (int i = 0; i < 2 && desc->packages[i]; i++) {
        const char *before = i ? " or " : "; pip install ";

        if (version)
            lazynccl_text_add(text, "%s'%s>=%s'", before, desc->packages[i],
                              lazynccl_version_text(desc, version, number));
        else
            lazynccl_text_add(text, "%s%s", before, desc->packages[i]);
    }
    lazynccl_text_add(text, "%s name the file in LAZYNCCL_LIBPATH",
                      desc->packages[0] ? ", or" : ";");
}

/* 1 if the search ended with a file of LAZYNCCL_LIBPATH; network plugins have another variable. */
static int is_named(const struct lazynccl_attempt *attempt)
{
    return attempt->fault.bytes && attempt->library->description->packages[0] &&
           attempt->location == LAZYNCCL_LOCATION_ENV;
}

int lazynccl_attempt_begin(struct lazynccl_attempt *attempt)
{
    struct lazynccl_arena arena = {0};
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
    const struct lazynccl_description *desc = attempt->library->description;
    struct lazynccl_outcome *outcome = attempt->outcome;
    struct lazynccl_text text = {.arena = &outcome->arena};

    if (!outcome->handle) {
        lazynccl_text_add(&text, "%s cannot be used: ", desc->title);
        if (error)
            lazynccl_text_add(&text, "%s (%s); the next call searches again", strerror(error),
                              lazynccl_location_word(attempt->location));
        else if (attempt->fault.bytes)
            lazynccl_text_add_lines(&text, attempt->fault.bytes);
        else
            lazynccl_text_add(&text, "no %s%s in any place looked at", desc->sonames[0],
                              desc->sonames[1] ? " or older" : "");
        /* the note on a wrong setting says what would be right */
        if (!error && !attempt->blamed && is_named(attempt))
            lazynccl_text_add(&text, "; correct or unset LAZYNCCL_LIBPATH");
        else if (!error && !attempt->blamed)
            lazynccl_add_remedy(&text, desc, attempt->minimum);
        lazynccl_text_add_lines(&text, "; LAZYNCCL_DEBUG=1 shows every place tried");
        if (attempt->allowed && !attempt->blamed)
            lazynccl_text_add(&text, ", LAZYNCCL_SEARCH=%s allows no others", attempt->allowed);
    }
    outcome->transient = error != 0;
    outcome->fault = text.bytes;
    outcome->tried = attempt->tried.bytes ? attempt->tried.bytes : "";
    if (!outcome->arena.error)
        return outcome;
    lazynccl_outcome_free(outcome);
    return NULL;
}

int lazynccl_attempt_refuse(struct lazynccl_attempt *attempt, const char *why, int error)
{
    const char *name = attempt->name, *colon = ": ";
    int by_program = attempt->location == LAZYNCCL_LOCATION_API;

    if (!why)
        why = LAZYNCCL_NO_REASON;
    if (strncmp(why, name, strlen(name)) == 0) /* dlerror begins with the name already */
        name = colon = "";
    lazynccl_attempt_line(attempt, "%s%s%s", name, colon, why);
    if (!attempt->fault.bytes) {
        lazynccl_text_add(&attempt->fault, "%s%s%s (%s)", name, colon, why,
                          by_program ? LAZYNCCL_BY_PROGRAM
                                     : lazynccl_location_word(attempt->location));
        attempt->blamed = by_program; /* to install another file would not help */
    }
    errno = error;
    return lazynccl_is_inconclusive(error, attempt->named) ? -1 : 0;
}

const char *lazynccl_attempt_too_old(struct lazynccl_attempt *attempt, int version)
{
    const struct lazynccl_description *desc = attempt->library->description;
    char have[LAZYNCCL_VERSION_TEXT], need[LAZYNCCL_VERSION_TEXT];

    if (version >= attempt->minimum)
        return NULL;
    return lazynccl_arena_print(&attempt->outcome->arena, "is %s, at least %s is required",
                                lazynccl_version_text(desc, version, have),
                                lazynccl_version_text(desc, attempt->minimum, need));
}
