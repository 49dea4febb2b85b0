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

static int is_host(char letter)
{
    return isalnum((unsigned char)letter) || letter == '-' || letter == '.' || letter == '_';
}

/* Parses the HOST:PID:TID before " [", which is at `end`, if it is there. A launcher's prefix may
 * precede it without a blank: "[15]HOST". */
static void read_process(const char *start, const char *end, struct line *line)
{
    const char *thread = number_before(start, end);
    const char *process = thread > start + 1 ? number_before(start, thread - 1) : thread;
    const char *host = process - 1;

    if (thread == end || process >= thread - 1 || thread[-1] != ':' || process <= start + 1 ||
        *host != ':')
        return;
    for (end = host; host > start && is_host(host[-1]); host--)
        ;
    if (host == end)
        return;
    line->host = host;
    line->host_length = (size_t)(end - host);
    line->pid = strtol(process, NULL, 10);
}

/* Returns 1 after "socket.h:185 ", as NCCL 2.0 printed it. */
static int is_after_source(const char *text, const char *mark)
{
    const char *number = mark > text + 2 ? number_before(text, mark - 1) : mark;

    return number < mark - 1 && number > text + 3 &&
           (strncmp(number - 3, ".h:", 3) == 0 || strncmp(number - 3, "cc:", 3) == 0 ||
            strncmp(number - 3, "cu:", 3) == 0);
}

static int is_mark(const char *at)
{
    return strncmp(at, "INFO ", 5) == 0 || strncmp(at, "WARN ", 5) == 0;
}

int line_read(const char *text, struct line *line)
{
    const char *mark = strstr(text, "NCCL "), *at;
    size_t name = 5;

    while (mark && !is_mark(mark + name))
        mark = strstr(mark + 1, "NCCL ");
    if (!mark) {
        name = 0;
        mark = strchr(text, ']'); /* after "[DEVICE] ", or the file if a paste begins there */
        for (mark = mark ? mark : text; mark && !is_mark(mark);)
            mark = strchr(mark, ' ') ? strchr(mark, ' ') + 1 : NULL;
    }
    if (!mark)
        return 0;
    *line = (struct line){
        .is_warning = mark[name] == 'W', .mark = mark, .text = mark + name + strlen("WARN ")};
    for (at = mark; at > text && !line->host; at--) { /* the last " [DEVICE]" before the text */
        char *end;

        if (at[0] != '[' || at[-1] != ' ')
            continue;
        strtol(at + 1, &end, 10);
        if (end > at + 1 && *end == ']')
            read_process(text, at - 1, line);
    }
    return name || line->host || is_after_source(text, mark);
}
