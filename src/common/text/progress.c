/* Shows on a terminal what long work is at.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/text/progress.h"
#include "common/text/memory.h"
#include "common/text/safe.h"
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { FIRST = 1000, NEXT = 100 }; /* milliseconds */

static int is_allowed, is_shown;
static long due; /* when the next line may be shown */

static long now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

void progress_allow(void)
{
    const char *terminal = getenv("TERM");

    is_allowed = isatty(STDERR_FILENO) && terminal && strcmp(terminal, "dumb") != 0;
    due = now() + FIRST;
}

void progress_show(const char *format, ...)
{
    struct winsize window = {0};
    va_list values;

    if (!is_allowed || now() < due)
        return;
    due = now() + NEXT;
    va_start(values, format);
    OWNED(memory) char *text = memory_print_list(format, values);
    va_end(values);
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col &&
        safe_columns(text) >= window.ws_col)
        return; /* it would be two lines, of which one would stay */
    fputc('\r', stderr);
    safe_print(stderr, text);
    fputs("\033[K", stderr);
    is_shown = 1;
}

void progress_end(void)
{
    if (is_shown)
        fputs("\r\033[K", stderr);
    is_shown = 0;
}
