/* Parses the process name and the text of a line of NCCL's log.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/log/line.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Returns the colon before the number that ends here, or NULL. */
static const char *colon_before(const char *start, const char *end)
{
    const char *number = end;

    while (number > start && isdigit((unsigned char)number[-1]))
        number--;
    return number < end && number > start && number[-1] == ':' ? number - 1 : NULL;
}

/* Parses the HOST:PID:TID before " [", which is at `end`, if it is there. A launcher's prefix may
 * precede it without a blank: "[15]HOST". */
static void read_process(const char *start, const char *end, struct line *line)
{
    const char *thread = colon_before(start, end);
    const char *process = thread ? colon_before(start, thread) : NULL, *host = process;

    while (host && host > start && (isalnum((unsigned char)host[-1]) || strchr("-._", host[-1])))
        host--;
    if (host == process)
        return;
    line->host = host;
    line->host_length = (size_t)(process - host);
    line->pid = strtol(process + 1, NULL, 10);
}

int line_read(const char *text, struct line *line)
{
    const char *mark = strstr(text, "NCCL ");

    while (mark && strncmp(mark + 5, "INFO ", 5) != 0 && strncmp(mark + 5, "WARN ", 5) != 0)
        mark = strstr(mark + 1, "NCCL ");
    if (!mark)
        return 0;
    *line = (struct line){.is_warning = mark[5] == 'W', .mark = mark, .text = mark + 10};
    for (const char *at = mark; at > text && !line->host; at--) /* the last " [DEVICE]" before */
        if (strncmp(at, " [", 2) == 0 && at[2 + strspn(at + 2, "0123456789")] == ']')
            read_process(text, at, line);
    return 1;
}
