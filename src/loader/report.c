/* Puts reasons and reports into words.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "loader/report.h"
#include "loader/loader.h"
#include "loader/partner.h"
#include "loader/resolve.h"
#include "search/file_version.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PART_BYTES 1024 /* a path or value over that helps nobody */

/* The bytes of the UTF-8 character at `text`, or 0 if there is none. */
static int utf8_length(const unsigned char *text)
{
    int more = text[0] >= 0xf0 && text[0] <= 0xf4   ? 3
               : text[0] >= 0xe0                    ? 2
               : text[0] >= 0xc2 && text[0] <= 0xdf ? 1
                                                    : -1;

    if (text[0] < 0x80)
        return text[0] >= 0x20 && text[0] != 0x7f;
    if (text[0] > 0xf4 || (text[0] == 0xe0 && text[1] < 0xa0) ||
        (text[0] == 0xed && text[1] > 0x9f) || (text[0] == 0xf0 && text[1] < 0x90) ||
        (text[0] == 0xf4 && text[1] > 0x8f))
        return 0;
    for (int i = 1; i <= more; i++)
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    return more + 1;
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

void lazynccl_text_add_plain(struct lazynccl_text *text, const char *part)
{
    size_t n = strlen(part);

    if (n <= PART_BYTES) {
        append_clean(text, part, part + n);
    } else {
        append_clean(text, part, part + PART_BYTES / 2);
        append(text, "[...]", 5);
        append_clean(text, part + n - PART_BYTES / 2, part + n);
    }
}

void lazynccl_text_add(struct lazynccl_text *text, const char *format, ...)
{
    char *part = NULL;
    va_list list;

    va_start(list, format);
    if (vasprintf(&part, format, list) < 0)
        part = NULL;
    va_end(list);
    if (part)
        lazynccl_text_add_plain(text, part);
    else
        text->failed = 1;
    free(part);
}

void lazynccl_text_add_path(struct lazynccl_text *text, const char *path)
{
    append_clean(text, path, path + strlen(path));
}

void lazynccl_text_end_line(struct lazynccl_text *text)
{
    append(text, "\n", 1);
}

/* Kept texts: a list that only grows, at its head, without a lock. */
struct kept {
    struct kept *next;
    char text[];
};
static struct kept *all_kept;

const char *lazynccl_keep(struct lazynccl_text *text)
{
    struct kept *head = __atomic_load_n(&all_kept, __ATOMIC_ACQUIRE);
    struct kept *new = text->bytes ? malloc(sizeof *new + text->length + 1) : NULL;

    for (const struct kept *k = head; k && text->bytes; k = k->next)
        if (strcmp(k->text, text->bytes) == 0) {
            free(new);
            new = NULL;
            free(text->bytes);
            text->bytes = NULL;
            return k->text;
        }
    if (new)
        memcpy(new->text, text->bytes, text->length + 1);
    free(text->bytes);
    text->bytes = NULL;
    if (!new)
        return "out of memory";
    do
        new->next = head;
    while (
        !__atomic_compare_exchange_n(&all_kept, &head, new, 0, __ATOMIC_RELEASE, __ATOMIC_ACQUIRE));
    return new->text;
}

void lazynccl_add_remedy(struct lazynccl_text *text, const struct lazynccl_description *is,
                         int version)
{
    char number[LAZYNCCL_VERSION_TEXT];

    lazynccl_text_add(text, "; pip install ");
    for (int i = 0; i < 2 && is->packages[i]; i++)
        if (version)
            lazynccl_text_add(text, "%s'%s>=%s'", i ? " or " : "", is->packages[i],
                              lazynccl_version_text(is, version, number));
        else
            lazynccl_text_add(text, "%s%s", i ? " or " : "", is->packages[i]);
    lazynccl_text_add(text, ", or name the file in LAZYNCCL_LIBPATH");
}

const char *lazynccl_keep_bytes(const char *bytes)
{
    struct lazynccl_text text = {NULL, 0, 0};

    append(&text, bytes, strlen(bytes));
    return lazynccl_keep(&text);
}

static void add_symbol_reason(struct lazynccl_text *text, lazynccl_library *library,
                              const struct lazynccl_outcome *outcome, int index)
{
    const struct lazynccl_description *is = library->is;
    int version = lazynccl_version_of(library, outcome);
    /* an older suffix would do, so what counts is the first */
    int first = is->family ? index - index % (is->highest_minor + 1) : index;
    int added = lazynccl_added_in(is, first), removed = lazynccl_removed_in(is, index);
    char have[LAZYNCCL_VERSION_TEXT], need[LAZYNCCL_VERSION_TEXT], plain[LAZYNCCL_SYMBOL_BYTES];
    const char *symbol = lazynccl_symbol_name(is, index);

    if (is->family) { /* the name that people call it by */
        lazynccl_plain_name(symbol, plain);
        symbol = plain;
    }
    lazynccl_text_add(text, "%s is not in %s, which is %s %s", symbol, outcome->path, is->title,
                      lazynccl_version_text(is, version, have));
    if (removed && version >= removed) {
        lazynccl_text_add(text, ": it was removed in %s", lazynccl_version_text(is, removed, need));
    } else if (version < added) {
        lazynccl_text_add(text, ": it came with %s", lazynccl_version_text(is, added, need));
        lazynccl_add_remedy(text, is, added);
    } else {
        lazynccl_text_add(text, ": releases since %s have it, so this file is not as released",
                          lazynccl_version_text(is, added, need));
    }
}

const char *lazynccl_reason_for(lazynccl_library *library, int index)
{
    const struct lazynccl_description *is = library->is;
    const struct lazynccl_outcome *outcome = lazynccl_outcome_of(library);
    struct lazynccl_text text = {NULL, 0, 0};

    if (outcome && outcome->handle) {
        if (index < 0 || outcome->found[index])
            return NULL;
        add_symbol_reason(&text, library, outcome, index);
    } else if (outcome) {
        lazynccl_text_add(&text, "%s cannot be used: %s", is->title, outcome->fault);
        lazynccl_text_add(&text, "; LAZYNCCL_DEBUG=1 shows every place tried");
    } else {
        lazynccl_text_add(&text, "%s was not looked for yet: no call needed it", is->title);
    }
    return lazynccl_keep(&text);
}

const char *lazynccl_report_of(lazynccl_library *library)
{
    const struct lazynccl_description *is = library->is;
    const struct lazynccl_outcome *outcome = lazynccl_outcome_of(library);
    const char *warning = lazynccl_partner_warning(library);
    struct lazynccl_text text = {NULL, 0, 0};
    char number[LAZYNCCL_VERSION_TEXT];

    if (outcome && outcome->handle)
        lazynccl_text_add(&text, "%s %s from %s, found via %s", is->title,
                          lazynccl_version_text(is, lazynccl_version_of(library, outcome), number),
                          outcome->path, outcome->place);
    else
        lazynccl_text_add(&text, "%s", lazynccl_reason_for(library, -1));
    lazynccl_text_end_line(&text);
    if (outcome && outcome->tried)
        append(&text, outcome->tried, strlen(outcome->tried));
    if (warning)
        append(&text, warning, strlen(warning));
    return lazynccl_keep(&text);
}

void lazynccl_print(const char *title, const char *text)
{
    char *line = NULL;
    int n = asprintf(&line, "lazynccl: %s%s%s%s", title, *title ? ": " : "", text,
                     *text && text[strlen(text) - 1] == '\n' ? "" : "\n");

    for (int at = 0; at < n;) {
        ssize_t written = write(2, line + at, (size_t)(n - at));

        if (written <= 0)
            break;
        at += (int)written;
    }
    if (n >= 0)
        free(line);
}
