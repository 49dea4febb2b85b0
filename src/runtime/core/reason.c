/* Says why a library is not available, and ends the program if a call must not return.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/core/search.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/uio.h>
#include <unistd.h>

/* writev(), because a program may have functions of its own that are named as libc's. */
static void lazynccl_print(const char *name, const char *text)
{
    const char *const words[] = {"lazynccl: ", name, ": ", text, "\n"};
    struct iovec parts[5];

    for (int i = 0; i < 5; i++)
        parts[i] = (struct iovec){(void *)(uintptr_t)words[i], strlen(words[i])};
    if (writev(2, parts, 5) < 0)
        return; /* nobody is left to tell */
}

/* Adds to the texts of the outcome, as long as there is room for `left` bytes after it. */
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

#ifndef LAZYNCCL_WITHOUT_REPORT
/* Adds a line to the report. The reason is the first mistake, or (2) what ends the search. */
static void lazynccl_add_note(struct lazynccl_search *s, int mistake, const char *format, ...)
{
    int is_reason = mistake > (s->mistake != NULL);
    char *line = s->end;
    va_list list;

#ifndef LAZYNCCL_WITHOUT_ANSWERS
    if (mistake)
        s->failed = 1;
#endif
    if (s->tried + OUTCOME_TEXTS - line < 3 * TEXT_BYTES - TEXT_BYTES * is_reason)
        return;
    memset(line, ' ', COLUMN);
    memcpy(line, s->location, strlen(s->location));
    s->end += COLUMN;
    if (is_reason)
        s->mistake = s->end;
    va_start(list, format);
    append(s, TEXT_BYTES + 2, format, list);
    va_end(list);
#ifndef LAZYNCCL_WITHOUT_ENV
    if (s->outcome->debug)
        lazynccl_print(s->description->name, line);
#endif
    memcpy(s->end++, "\n", 2);
}
#else
/* Adds a mistake to the reason, or (2) replaces it by what ends the search. */
static void lazynccl_add_note(struct lazynccl_search *s, int mistake, const char *format, ...)
{
    va_list list;

#ifndef LAZYNCCL_WITHOUT_ANSWERS
    if (mistake)
        s->failed = 1;
#endif
    if (mistake == 2)
        s->end = s->tried;
    if (s->end > s->tried)
        s->end = stpcpy(s->end, "; ");
    va_start(list, format);
    append(s, TEXT_BYTES, format, list);
    va_end(list);
#ifndef LAZYNCCL_WITHOUT_ENV
    if (s->outcome->debug)
        lazynccl_print(s->description->name, s->tried);
#endif
}
#endif

static void lazynccl_give_up(struct lazynccl_search *s, const char *path, int error)
{
    lazynccl_add_note(s, 2, "%s: %s", path, strerror(error));
    s->error = error;
    s->stop = 1;
}

/* Adds a text to the outcome, for which each note leaves room, and returns it. */
static const char *add_text(struct lazynccl_search *s, const char *format, ...)
{
    const char *text = s->end;
    va_list list;

    va_start(list, format);
    append(s, 0, format, list);
    va_end(list);
    return text;
}

#if !defined(LAZYNCCL_WITHOUT_ENV) || !defined(LAZYNCCL_WITHOUT_REPORT)
/* Adds the reason of a search that noted no mistake. */
static void add_none(struct lazynccl_search *s)
{
    if (s->error)
        add_text(s, "%s", strerror(s->error));
    else
        add_text(s, "no %s in any search location", s->names);
}
#endif

/* Writes why the library is not available. */
static void write_reason(struct lazynccl_search *s)
{
    struct lazynccl_outcome *outcome = s->outcome;
    const char *after = s->stop ? "" : LAZYNCCL_NOT_SEARCHED;

#ifndef LAZYNCCL_WITHOUT_ANSWERS
    outcome->missing = s->missing && !s->failed && !is_over(s) &&
                       !(s->library->trampolines->secure_stop && getauxval(AT_SECURE));
#endif
    outcome->transient = s->error != 0;
    if (outcome->transient && !s->at_start)
        after = "; the next call searches again";
#ifdef LAZYNCCL_WITHOUT_REPORT
    outcome->fault = s->tried;
#ifdef LAZYNCCL_WITHOUT_ENV
    add_text(s, "%s", after);
#else
    if (s->end == s->tried)
        add_none(s);
    add_text(s, "%s%s%s", is_over(s) ? "" : LAZYNCCL_REMEDY, after, s->excluded);
#endif
#else
    outcome->fault = ++s->end;
    add_text(s, "%s cannot be used: ", s->description->title);
    if (s->mistake)
        add_text(s, "%.*s", (int)strcspn(s->mistake, "\n"), s->mistake);
    else
        add_none(s);
    add_text(s, "%s%s", is_over(s) ? "" : s->advice, after);
#ifndef LAZYNCCL_WITHOUT_ENV
    add_text(s, "%s", s->excluded);
#endif
#endif
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
#ifndef LAZYNCCL_WITHOUT_RELATED
    if (lazynccl_changed(library, index, outcome))
        return lazynccl_changed(library, index, outcome);
#endif
    return outcome->fault;
}

static const char *lazynccl_absent_reason(lazynccl_library *library)
{
    const char *reason = lazynccl_reason_for(library, -1);

    return reason ? reason : lazynccl_outcome_of(library)->fault;
}

_Noreturn static void lazynccl_stop(lazynccl_library *library, int index, int strict)
{
#ifdef LAZYNCCL_WITHOUT_ANSWERS
    (void)strict;
#endif
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    lazynccl_print(lazynccl_symbol_name(library->description, index),
                   lazynccl_reason_for(library, index));
#ifndef LAZYNCCL_WITHOUT_ANSWERS
    if (strict == LAZYNCCL_AT_START)
        _exit(127);
#endif
    abort();
}
