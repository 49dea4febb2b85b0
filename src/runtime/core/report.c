/* The report: a line for each candidate, of which one becomes the reason.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/core/report.h"
#include "runtime/core/search.h"

/* Adds a line to the report. It becomes the reason if it is the first mistake (1), or final (2). */
static void lazynccl_add_note(struct lazynccl_search *s, int mistake, const char *format, ...)
{
    int is_reason = mistake > (s->mistake != NULL);
    char *line = s->end;
    va_list list;

    lazynccl_note_failure(s, mistake);
    if (s->tried + OUTCOME_TEXTS - line < 3 * TEXT_BYTES - TEXT_BYTES * is_reason)
        return; /* the rest is for a mistake's line and the reason */
    memset(line, ' ', COLUMN);
    memcpy(line, s->location, strlen(s->location));
    s->end += COLUMN;
    if (is_reason)
        s->mistake = s->end;
    va_start(list, format);
    append(s, TEXT_BYTES + 2, format, list);
    va_end(list);
    lazynccl_print_note(s, line);
    memcpy(s->end++, "\n", 2);
}

static const char *begin_reason(struct lazynccl_search *s)
{
    const char *reason = ++s->end;

    add_text(s, "%s cannot be used: ", s->description->title);
    if (s->mistake)
        add_text(s, "%.*s", (int)strcspn(s->mistake, "\n"), s->mistake);
    else
        add_none(s);
    return reason;
}
