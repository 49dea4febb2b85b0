/* Texts that are safe to print whatever a path contains.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/search/text.h"
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define PART_BYTES 1024 /* a longer path or value would not help the reader */

/* Returns the length of the printable UTF-8 character at `text`, or 0. */
static int utf8_length(const unsigned char *text)
{
    static const unsigned least[] = {0x20, 0x80, 0x800, 0x10000}; /* by number of further bytes */
    static const unsigned char lead[] = {0x80, 0xe0, 0xf0};
    unsigned point = *text;
    int more = 0;

    while (more < 3 && *text >= lead[more])
        more++;
    if (more)
        point &= 0x3fu >> more;
    for (int i = 1; i <= more; i++) {
        if ((text[i] & 0xc0) != 0x80)
            return 0;
        point = point << 6 | (text[i] & 0x3f);
    }
    return *text < 0xf8 && (!more || *text >= 0xc0) && point >= least[more] && point != 0x7f &&
                   (point < 0xd800 || point > 0xdfff) && point <= 0x10ffff
               ? more + 1
               : 0;
}

static void append(struct lazynccl_text *text, const char *bytes, size_t count)
{
    if (text->length + count >= text->room) {
        size_t room = 2 * (text->length + count) + 256;
        char *longer = lazynccl_arena_take(text->arena, room);

        if (!longer)
            return;
        if (text->length)
            memcpy(longer, text->bytes, text->length);
        text->bytes = longer;
        text->room = room;
    }
    memcpy(text->bytes + text->length, bytes, count);
    text->length += count;
    text->bytes[text->length] = '\0';
}

/* Adds bytes. Those that are not printable UTF-8 become \xNN. */
static void append_clean(struct lazynccl_text *text, const char *bytes, const char *end)
{
    while (bytes < end) {
        const char *start = bytes;
        char escaped[8];
        int n = 0;

        while (bytes < end && *bytes >= 0x20 && *bytes < 0x7f)
            bytes++;
        if (bytes < end)
            n = utf8_length((const unsigned char *)bytes);
        if (n > 0 && n <= end - bytes)
            bytes += n;
        append(text, start, (size_t)(bytes - start));
        if (bytes == start) {
            snprintf(escaped, sizeof escaped, "\\x%02x", (unsigned)(unsigned char)*bytes++);
            append(text, escaped, 4);
        }
    }
}

void lazynccl_text_add_list(struct lazynccl_text *text, const char *format, va_list list)
{
    const char *part = strcmp(format, "%s") == 0 ? va_arg(list, const char *)
                                                 : lazynccl_arena_list(text->arena, format, list);
    size_t n = strlen(part), half = n > PART_BYTES ? PART_BYTES / 2 : n;

    append_clean(text, part, part + half);
    if (half < n) {
        append(text, "[...]", 5);
        append_clean(text, part + n - half, part + n);
    }
}

void lazynccl_text_add(struct lazynccl_text *text, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    lazynccl_text_add_list(text, format, list);
    va_end(list);
}

void lazynccl_text_add_path(struct lazynccl_text *text, const char *path)
{
    append_clean(text, path, path + strlen(path));
}

void lazynccl_text_add_lines(struct lazynccl_text *text, const char *lines)
{
    append(text, lines, strlen(lines));
}

/* If the reader of stderr is gone, the program must not end: removes the SIGPIPE that this write
 * raised. */
static void print(const char *line, ssize_t count)
{
    static const struct timespec at_once;
    sigset_t pipe, pending, before;
    ssize_t written = 1;

    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    sigpending(&pending);
    /* affects this thread only, as pthread_sigmask() does, whose symbol is newer than manylinux2014
     * allows */
    sigprocmask(SIG_BLOCK, &pipe, &before);
    for (; count > 0 && (written > 0 || errno == EINTR); count -= written > 0 ? written : 0) {
        written = write(2, line, (size_t)count);
        line += written > 0 ? written : 0;
    }
    if (written < 0 && errno == EPIPE && !sigismember(&pending, SIGPIPE))
        sigtimedwait(&pipe, NULL, &at_once);
    sigprocmask(SIG_SETMASK, &before, NULL);
}

void lazynccl_text_print(const char *title, const char *text)
{
    char *line = NULL;
    int n = asprintf(&line, "lazynccl: %s%s%s%s", title, *title ? ": " : "", text,
                     *text && text[strlen(text) - 1] == '\n' ? "" : "\n");

    if (n >= 0) {
        print(line, n);
        free(line);
    }
}
