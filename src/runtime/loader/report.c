/* Writes reasons and reports.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/loader/report.h"
#include "runtime/loader/attempt.h"
#include "runtime/loader/keep.h"
#include "runtime/loader/object.h"
#include "runtime/loader/opening.h"
#include "runtime/loader/related.h"
#include "runtime/loader/variant.h"
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *lazynccl_text_keep(struct lazynccl_text *text, int saved)
{
    const char *kept = NULL;

    if (text->bytes && !text->arena->error)
        kept = lazynccl_keep_text(text->bytes);
    lazynccl_arena_free(text->arena);
    errno = saved;
    return kept ? kept : LAZYNCCL_OUT_OF_MEMORY;
}

/* Adds how a function differs between the majors of CUDA; returns 0 if it does not. */
static int lazynccl_add_change(struct lazynccl_text *text, lazynccl_library *library, int index,
                               const char *symbol)
{
    const struct lazynccl_outcome *outcome = lazynccl_outcome_of(library);
    const char *changed = lazynccl_changed(library, index, outcome);

    if (changed)
        lazynccl_text_add(text, "%s %s; the program is of CUDA %d, and %s of CUDA %d", symbol,
                          changed, lazynccl_program_major(library), outcome->path,
                          lazynccl_other_major(library, outcome));
    return changed != NULL;
}

/* Adds why the open library lacks a function, and what helps. */
static void add_symbol_reason(struct lazynccl_text *text, lazynccl_library *library, int index)
{
    const struct lazynccl_description *desc = library->description;
    int version = lazynccl_version_of(library);
    /* a function with an older suffix would do, so the release that added the oldest counts */
    int first = desc->family ? index - index % (desc->highest_minor + 1) : index;
    int added = lazynccl_added_in(desc, first), removed = lazynccl_removed_in(desc, index);
    char have[LAZYNCCL_VERSION_TEXT], need[LAZYNCCL_VERSION_TEXT], plain[LAZYNCCL_SYMBOL_BYTES];
    const struct lazynccl_outcome *outcome = lazynccl_outcome_of(library);
    const char *symbol = lazynccl_symbol_name(desc, index);
    const char *lacking = lazynccl_lacking_version(text->arena, library, index, outcome->handle);
    enum lazynccl_pip pip = LAZYNCCL_PIP_INTO_VENV;

    if (outcome->location == lazynccl_location_word(LAZYNCCL_LOCATION_WHEEL))
        pip = version < added ? LAZYNCCL_PIP_HERE : LAZYNCCL_PIP_AGAIN;
    else if (outcome->location == lazynccl_location_word(LAZYNCCL_LOCATION_ENV))
        pip = LAZYNCCL_PIP_USELESS;
    if (lacking) {
        lazynccl_text_add(text, "%s %s", outcome->path, lacking);
        lazynccl_add_remedy(text, desc, 0, pip);
        return;
    }
    if (desc->suffixed && *symbol == '_') { /* the name in the program's source */
        lazynccl_plain_name(symbol, plain);
        symbol = plain;
    }
    if (lazynccl_add_change(text, library, index, symbol)) {
        lazynccl_add_remedy(text, desc, 0, pip);
        return;
    }
    lazynccl_text_add(text, "%s is not in %s", symbol, outcome->path);
    if (desc->version_function)
        lazynccl_text_add(text, ", which is %s %s", desc->title,
                          lazynccl_version_text(desc, version, have));
    if (!added) {
        lazynccl_add_remedy(text, desc, 0, pip);
    } else if (removed && version >= removed) {
        lazynccl_text_add(text, ": it was removed in %s",
                          lazynccl_version_text(desc, removed, need));
    } else if (version < added) {
        lazynccl_text_add(text, ": it came with %s", lazynccl_version_text(desc, added, need));
        lazynccl_add_remedy(text, desc, added, pip);
    } else {
        lazynccl_text_add(text, ": releases since %s have it, so this file is not as released",
                          lazynccl_version_text(desc, added, need));
    }
}

const char *lazynccl_reason_for(lazynccl_library *library, int index)
{
    const struct lazynccl_outcome *outcome = lazynccl_outcome_of(library);
    struct lazynccl_arena arena = {0};
    struct lazynccl_text text = {.arena = &arena};
    int saved = errno;

    if (outcome && !outcome->handle)
        return outcome->fault;
    if (outcome && (index < 0 || outcome->found[index]))
        return NULL;
    if (outcome)
        add_symbol_reason(&text, library, index);
    else if (lazynccl_is_frozen())
        lazynccl_text_add(&text, "%s was not opened before lazynccl_freeze(), which allows no more",
                          library->description->title);
    else
        lazynccl_text_add(&text, "%s has not been searched for yet: no call has needed it",
                          library->description->title);
    return lazynccl_text_keep(&text, saved);
}

const char *lazynccl_unknown_function(const lazynccl_library *library, const char *symbol)
{
    struct lazynccl_arena arena = {0};
    struct lazynccl_text text = {.arena = &arena};
    int saved = errno;

    lazynccl_text_add(&text, "%s is not a function of %s that this build of lazynccl knows", symbol,
                      library->description->title);
    return lazynccl_text_keep(&text, saved);
}

const char *lazynccl_report_of(lazynccl_library *library)
{
    const struct lazynccl_description *desc = library->description;
    const struct lazynccl_outcome *outcome;
    struct lazynccl_arena arena = {0};
    struct lazynccl_text text = {.arena = &arena};
    int saved = errno;
    char number[LAZYNCCL_VERSION_TEXT];
    const char *reason;
    int cancel;

    do { /* another thread may just have opened the library */
        outcome = lazynccl_outcome_of(library);
        reason = outcome ? outcome->fault : lazynccl_reason_for(library, -1);
    } while (!outcome && !reason);
    if (!reason)
        lazynccl_text_add(&text, "%s %s from %s, found via %s", desc->title,
                          lazynccl_version_text(desc, lazynccl_version_of(library), number),
                          outcome->path, outcome->location);
    else
        lazynccl_text_add_lines(&text, reason);
    lazynccl_text_add_lines(&text, "\n");
    lazynccl_text_add_lines(&text, outcome ? outcome->tried : "");
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel); /* or an open file may leak */
    lazynccl_add_partner_warning(&text, library);
    pthread_setcancelstate(cancel, NULL);
    return lazynccl_text_keep(&text, saved);
}

void lazynccl_print_warning(lazynccl_library *library)
{
    struct lazynccl_arena arena = {0};
    struct lazynccl_text text = {.arena = &arena};

    lazynccl_add_partner_warning(&text, library);
    if (text.bytes)
        lazynccl_text_print(library->description->name, text.bytes);
    lazynccl_arena_free(&arena);
}

void lazynccl_print_reason(lazynccl_library *library, int index)
{
    const char *reason = lazynccl_reason_for(library, index);

    lazynccl_text_print(lazynccl_symbol_name(library->description, index),
                        reason ? reason : LAZYNCCL_OPENED_MEANWHILE);
}

void lazynccl_stop(lazynccl_library *library, int index)
{
    const struct lazynccl_outcome *outcome = lazynccl_outcome_of(library);

    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    if (outcome && outcome->strict)
        lazynccl_text_print("LAZYNCCL_STRICT", lazynccl_report_of(library));
    if (outcome && outcome->strict && !outcome->handle) /* the report begins with the reason */
        lazynccl_text_print(lazynccl_symbol_name(library->description, index),
                            "absent, so the program ends");
    else
        lazynccl_print_reason(library, index);
    abort();
}
