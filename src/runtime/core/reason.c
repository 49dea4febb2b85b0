/* The reason in a copy without a report: the mistakes of the search, one after the other.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/core/reason.h"
#include "runtime/core/search.h"

/* Adds a mistake (1) to the reason, or replaces the reason by an error that ends the search (2). */
static void lazynccl_add_note(struct lazynccl_search *s, int mistake, const char *format, ...)
{
    va_list list;

    lazynccl_note_failure(s, mistake);
    if (mistake == 2)
        s->end = s->tried;
    if (s->end > s->tried)
        s->end = stpcpy(s->end, "; ");
    va_start(list, format);
    append(s, TEXT_BYTES, format, list);
    va_end(list);
    lazynccl_print_note(s, s->tried);
}

static int lazynccl_has_no_mistake(const struct lazynccl_search *s)
{
    return s->end == s->tried;
}

static const char *begin_reason(struct lazynccl_search *s)
{
    if (lazynccl_has_no_mistake(s))
        add_none(s);
    return s->tried;
}
