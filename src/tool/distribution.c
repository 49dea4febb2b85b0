/* Reads a Python distribution's METADATA, WHEEL and RECORD.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "distribution.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

int texts_add(struct texts *texts, const char *text, size_t length)
{
    char *copy = strndup(text, length);
    char **list = texts->list;

    /* room doubles: a power of two is full */
    if (copy && (texts->count & (texts->count - 1)) == 0)
        list = realloc(list, (texts->count ? 2 * texts->count : 1) * sizeof *list);
    if (!copy || !list) {
        free(copy);
        return -1;
    }
    texts->list = list;
    list[texts->count++] = copy;
    return 0;
}

void texts_free(struct texts *texts)
{
    while (texts->count > 0)
        free(texts->list[--texts->count]);
    free(texts->list);
    texts->list = NULL;
}

/* The value behind "Key:" if the line is of that key, with its length; or NULL. */
static const char *value_of(const char *line, size_t length, const char *key, size_t *size)
{
    size_t key_length = strlen(key);
    const char *value = line + key_length, *end = line + length;

    if (length < key_length || strncasecmp(line, key, key_length) != 0)
        return NULL;
    while (value < end && (*value == ' ' || *value == '\t'))
        value++;
    while (end > value && (end[-1] == ' ' || end[-1] == '\r'))
        end--;
    *size = (size_t)(end - value);
    return value;
}

/* One line of METADATA or WHEEL. The first name and version count. */
static int read_header(struct distribution *is, const char *line, size_t length)
{
    const char *value;
    size_t size;

    if (!is->name && (value = value_of(line, length, "Name:", &size)))
        return (is->name = strndup(value, size)) ? 0 : -1;
    if (!is->version && (value = value_of(line, length, "Version:", &size)))
        return (is->version = strndup(value, size)) ? 0 : -1;
    if ((value = value_of(line, length, "Requires-Dist:", &size)))
        return texts_add(&is->requires, value, size);
    if ((value = value_of(line, length, "Tag:", &size)))
        return texts_add(&is->tags, value, size);
    return 0;
}

/* RECORD's lines are PATH,HASH,SIZE; a path with a comma or a quote stands in quotes. */
static int read_record(struct distribution *is, const char *line, size_t length)
{
    size_t to = 0;
    char *path;
    int failed;

    if (length == 0 || *line != '"') {
        const char *comma = memchr(line, ',', length);

        return comma ? texts_add(&is->files, line, (size_t)(comma - line)) : 0;
    }
    if (!(path = malloc(length)))
        return -1;
    for (size_t at = 1; at < length; at++) {
        if (line[at] == '"' && (at + 1 == length || line[++at] != '"'))
            break;
        path[to++] = line[at];
    }
    failed = texts_add(&is->files, path, to);
    free(path);
    return failed;
}

int distribution_read(struct distribution *is, const char *file, const char *text)
{
    int record = strcmp(file, "RECORD") == 0;

    if (!record && strcmp(file, "METADATA") != 0 && strcmp(file, "WHEEL") != 0)
        return 0;
    while (*text) {
        size_t length = strcspn(text, "\n");

        if (!record && (length == 0 || *text == '\r'))
            return 0; /* behind the headers stands the description, which may look like them */
        if (record ? read_record(is, text, length) : read_header(is, text, length))
            return -1;
        text += length + (text[length] == '\n');
    }
    return 0;
}

void distribution_free(struct distribution *is)
{
    free(is->name);
    free(is->version);
    texts_free(&is->requires);
    texts_free(&is->tags);
    texts_free(&is->files);
    *is = (struct distribution){0};
}

static int same_letter(char a, char b)
{
    int is_dash_a = a == '-' || a == '_' || a == '.', is_dash_b = b == '-' || b == '_' || b == '.';

    return is_dash_a || is_dash_b ? is_dash_a && is_dash_b
                                  : tolower((unsigned char)a) == tolower((unsigned char)b);
}

const char *distribution_requires(const struct distribution *is, const char *start)
{
    for (size_t i = 0; i < is->requires.count; i++) {
        const char *name = is->requires.list[i];
        size_t at = 0;

        while (start[at] && same_letter(name[at], start[at]))
            at++;
        if (!start[at])
            return name;
    }
    return NULL;
}
