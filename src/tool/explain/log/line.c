/* Parses the process name and the text of a line of NCCL's log.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/log/line.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Returns the start of the digits that end here. */
static const char *number_before(const char *start, const char *end)
{
    while (end > start && isdigit((unsigned char)end[-1]))
        end--;
    return end;
}

/* Parses the HOST:PID:TID before " [", which is at `end`, if it is there. */
static void read_process(const char *start, const char *end, struct line *line)
{
    const char *thread = number_before(start, end);
    const char *process = thread > start + 1 ? number_before(start, thread - 1) : thread;
    const char *host = process - 1;

    if (thread == end || process >= thread - 1 || thread[-1] != ':' || process <= start + 1 ||
        *host != ':')
        return;
    for (end = host; host > start && !isspace((unsigned char)host[-1]) && host[-1] != ':'; host--)
        ;
    if (host == end)
        return;
    line->host = host;
    line->host_length = (size_t)(end - host);
    line->pid = strtol(process, NULL, 10);
}

int line_read(const char *text, struct line *line)
{
    const char *mark = strstr(text, "NCCL "), *at;

    while (mark && strncmp(mark, "NCCL INFO ", 10) != 0 && strncmp(mark, "NCCL WARN ", 10) != 0)
        mark = strstr(mark + 1, "NCCL ");
    if (!mark)
        return 0;
    *line = (struct line){.is_warning = mark[5] == 'W', .text = mark + 10};
    for (at = mark; at > text && !line->host; at--) { /* the last " [DEVICE]" before the text */
        char *end;

        if (at[0] != '[' || at[-1] != ' ')
            continue;
        strtol(at + 1, &end, 10);
        if (end > at + 1 && *end == ']')
            read_process(text, at - 1, line);
    }
    return 1;
}
