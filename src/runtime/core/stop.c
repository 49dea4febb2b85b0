/* Says why a library is not available, and ends the program if a call must not return.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/core/search.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/uio.h>
#include <unistd.h>

/* Calls writev(), because a program may define functions named like libc's common ones. */
static void lazynccl_print(const char *name, const char *text)
{
    const char *const words[] = {"lazynccl: ", name, ": ", text, "\n"};
    struct iovec parts[5];

    for (int i = 0; i < 5; i++)
        parts[i] = (struct iovec){(void *)(uintptr_t)words[i], strlen(words[i])};
    if (writev(2, parts, 5) < 0)
        return; /* nobody is left to tell */
}

static void lazynccl_print_note(const struct lazynccl_search *s, const char *note)
{
    if (s->outcome->debug)
        lazynccl_print(s->description->name, note);
}

/* Adds to the texts of the outcome, cut off so that `left` bytes remain. */
static void append(struct lazynccl_search *s, size_t left, const char *format, va_list list)
{
    size_t room = (size_t)(s->tried + OUTCOME_TEXTS - s->end), length;

    if (room <= left)
        return;
    length = (size_t)vsnprintf(s->end, room - left, format, list);
    if (length >= room - left)
        length = room - left - 1;
    for (char *end = s->end + length; s->end < end; s->end++)
        if ((unsigned char)*s->end < ' ')
            *s->end = '?';
}

static void lazynccl_give_up(struct lazynccl_search *s, const char *path, int error)
{
    lazynccl_add_note(s, 2, "%s: %s", path, strerror(error));
    s->arena.error = error;
    s->stop = 1;
}

/* Adds a text to the outcome and returns it. Notes have left room for it. */
static const char *add_text(struct lazynccl_search *s, const char *format, ...)
{
    const char *text = s->end;
    va_list list;

    va_start(list, format);
    append(s, 0, format, list);
    va_end(list);
    return text;
}

/* Adds the reason of a search that noted no mistake. */
static void add_none(struct lazynccl_search *s)
{
    if (s->arena.error)
        add_text(s, "%s", strerror(s->arena.error));
    else
        add_text(s, "no %s in any search location", s->names);
}

/* Adds what helps, and what was not searched. Returns 1. Copies may lack this function. */
static int lazynccl_add_help(struct lazynccl_search *s, const char *after)
{
    add_text(s, "%s%s%s", is_over(s) ? "" : s->advice, after, s->excluded);
    return 1;
}

/* Writes why the library, or a function of it, is not available. */
static void write_reason(struct lazynccl_search *s)
{
    const char *after = s->stop ? "" : LAZYNCCL_NOT_SEARCHED;

    if (s->outcome->handle) {
        s->end++; /* past the report's NUL */
        s->outcome->fault = add_text(s, "%s lacks it, or has another version", s->outcome->path);
        return;
    }
    lazynccl_decide_if_missing(s);
    s->outcome->transient = s->arena.error != 0;
    if (s->arena.error && !s->at_start)
        after = "; the next call searches again";
    s->outcome->fault = begin_reason(s);
    if (lazynccl_add_help(s, after))
        return;
    add_text(s, "%s", after);
}

static const char *lazynccl_reason_for(lazynccl_library *library, int index)
{
    const struct lazynccl_outcome *outcome = lazynccl_outcome_of(library);

    if (!outcome)
        return lazynccl_is_frozen() ? "not opened before lazynccl_freeze()"
                                    : "not searched for yet: no call has needed it";
    if (!outcome->handle)
        return outcome->fault;
    if (index < 0 || outcome->found[index])
        return NULL;
    if (lazynccl_changed(library, index, outcome))
        return lazynccl_changed(library, index, outcome);
    return outcome->fault;
}

static const char *lazynccl_absent_reason(lazynccl_library *library)
{
    const char *reason = lazynccl_reason_for(library, -1);

    return reason ? reason : lazynccl_outcome_of(library)->fault;
}

static const char *lazynccl_report_of(lazynccl_library *library)
{
    const struct lazynccl_outcome *outcome = lazynccl_outcome_of(library);

    return outcome ? outcome->tried : "";
}

static void lazynccl_print_reason(lazynccl_library *library, int index)
{
    const char *reason = lazynccl_reason_for(library, index);

    lazynccl_print(lazynccl_symbol_name(library->description, index),
                   reason ? reason : LAZYNCCL_OPENED_MEANWHILE);
}

_Noreturn static void lazynccl_stop(lazynccl_library *library, int index)
{
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    lazynccl_print_reason(library, index);
    abort();
}
