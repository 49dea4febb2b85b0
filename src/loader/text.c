/* Builds, keeps and prints texts that are safe to show: whatever a path is made of.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "loader/attempt.h"
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define PART_BYTES 1024 /* a longer path or value helps no reader */

/* The bytes of the printable UTF-8 character at `text`, or 0 if there is none. */
static int utf8_length(const unsigned char *text)
{
    static const unsigned least[] = {0x20, 0x80, 0x800, 0x10000}; /* that need so many bytes more */
    int more = *text < 0x80 ? 0 : *text < 0xe0 ? 1 : *text < 0xf0 ? 2 : 3;
    unsigned point = more ? *text & (0x3fu >> more) : *text;

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
    char *longer = text->failed ? NULL : realloc(text->bytes, text->length + count + 1);

    if (!longer) {
        text->failed = 1;
        return;
    }
    memcpy(longer + text->length, bytes, count);
    text->bytes = longer;
    text->length += count;
    text->bytes[text->length] = '\0';
}

static void append_clean(struct lazynccl_text *text, const char *bytes, const char *end)
{
    while (bytes < end) {
        const char *start = bytes;
        char escaped[8];
        int n;

        while (bytes < end && (n = utf8_length((const unsigned char *)bytes)) > 0 &&
               n <= end - bytes)
            bytes += n;
        append(text, start, (size_t)(bytes - start));
        if (bytes < end) {
            snprintf(escaped, sizeof escaped, "\\x%02x", (unsigned)(unsigned char)*bytes++);
            append(text, escaped, 4);
        }
    }
}

void lazynccl_text_add_list(struct lazynccl_text *text, const char *format, va_list list)
{
    char *copy = NULL;
    const char *part;
    int n, half;

    if (strcmp(format, "%s") == 0)
        part = va_arg(list, const char *);
    else
        part = vasprintf(&copy, format, list) < 0 ? NULL : copy;
    if (!part) {
        text->failed = 1;
        return;
    }
    n = (int)strlen(part);
    half = n > PART_BYTES ? PART_BYTES / 2 : n;
    append_clean(text, part, part + half);
    if (half < n) {
        append(text, "[...]", 5);
        append_clean(text, part + n - half, part + n);
    }
    free(copy);
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

/* Kept texts: a list that only grows, at its head, without a lock. */
struct kept {
    struct kept *next;
    char *text;
};
static struct kept *all_kept;

const char *lazynccl_text_keep(struct lazynccl_text *text)
{
    struct kept *head = __atomic_load_n(&all_kept, __ATOMIC_ACQUIRE), *new;
    char *bytes = text->bytes;

    text->bytes = NULL;
    for (const struct kept *k = head; k && bytes; k = k->next)
        if (strcmp(k->text, bytes) == 0) {
            free(bytes);
            return k->text;
        }
    new = bytes ? malloc(sizeof *new) : NULL;
    if (!new) {
        free(bytes);
        return "out of memory";
    }
    new->text = bytes;
    do
        new->next = head;
    while (
        !__atomic_compare_exchange_n(&all_kept, &head, new, 0, __ATOMIC_RELEASE, __ATOMIC_ACQUIRE));
    return bytes;
}

const char *lazynccl_text_keep_bytes(const char *bytes)
{
    struct lazynccl_text text = {NULL, 0, 0};

    lazynccl_text_add_lines(&text, bytes);
    return lazynccl_text_keep(&text);
}

/* A reader of stderr that has gone must not end the program: a SIGPIPE of ours is taken back. */
static void print(const char *line, ssize_t count)
{
    static const struct timespec at_once;
    static const sigset_t pipe = {{1ul << (SIGPIPE - 1)}};
    sigset_t pending, before;
    ssize_t written = 1;

    sigpending(&pending);
    /* of this thread only, as pthread_sigmask(), whose symbol is newer than manylinux2014 allows */
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
