/* Reads a Python distribution's METADATA, WHEEL and RECORD.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "tool/files/dist_info.h"
#include "search/search.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
static int read_header(struct dist_info *is, const char *line, size_t length)
{
    const char *value;
    size_t size;

    if (!is->name && (value = value_of(line, length, "Name:", &size)))
        return (is->name = strndup(value, size)) ? 0 : -1;
    if (!is->version && (value = value_of(line, length, "Version:", &size)))
        return (is->version = strndup(value, size)) ? 0 : -1;
    if ((value = value_of(line, length, "Requires-Dist:", &size)))
        return strings_add(&is->requires, value, size);
    if ((value = value_of(line, length, "Tag:", &size)))
        return strings_add(&is->tags, value, size);
    return 0;
}

/* RECORD's lines are PATH,HASH,SIZE; a path with a comma or a quote stands in quotes. */
static int read_record(struct dist_info *is, const char *line, size_t length)
{
    size_t to = 0;
    char *path;
    int failed;

    if (length == 0 || *line != '"') {
        const char *comma = memchr(line, ',', length);

        return comma ? strings_add(&is->files, line, (size_t)(comma - line)) : 0;
    }
    if (!(path = malloc(length)))
        return -1;
    for (size_t at = 1; at < length; at++) {
        if (line[at] == '"' && (at + 1 == length || line[++at] != '"'))
            break;
        path[to++] = line[at];
    }
    failed = strings_add(&is->files, path, to);
    free(path);
    return failed;
}

int dist_info_read(struct dist_info *is, const char *file, const char *text)
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

void dist_info_free(struct dist_info *is)
{
    free(is->name);
    free(is->version);
    strings_free(&is->requires);
    strings_free(&is->tags);
    strings_free(&is->files);
    *is = (struct dist_info){0};
}

static int same_letter(char a, char b)
{
    int is_dash_a = a == '-' || a == '_' || a == '.', is_dash_b = b == '-' || b == '_' || b == '.';

    return is_dash_a || is_dash_b ? is_dash_a && is_dash_b
                                  : tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* The requirement behind its name if that is the package's, with "-cu12" at its end or without; or
 * NULL. */
static const char *behind_name(const char *requirement, const char *package)
{
    size_t at = 0;

    while (package[at] && same_letter(requirement[at], package[at]))
        at++;
    if (package[at])
        return NULL;
    if (same_letter(requirement[at], '-') && strncasecmp(requirement + at + 1, "cu", 2) == 0)
        at += 3 + strspn(requirement + at + 3, "0123456789");
    return isalnum((unsigned char)requirement[at]) || same_letter(requirement[at], '-')
               ? NULL
               : requirement + at;
}

/* 1 if the requirement is of NVIDIA's package of all packages, with that one among its extras:
 * "cuda-toolkit[cudart,nvrtc]==13.*". They are named as the package or as the library. */
static int is_toolkit(const char *requirement, const char *package, const char *soname)
{
    static const char *const starts[] = {"nvidia-cuda-", "nvidia-"};
    const char *extra = behind_name(requirement, "cuda-toolkit");
    const char *stem = strncmp(soname, "lib", 3) == 0 ? soname + 3 : soname;
    size_t stem_length = strcspn(stem, ".");

    for (int i = 0; i < 2; i++)
        if (strncmp(package, starts[i], strlen(starts[i])) == 0) {
            package += strlen(starts[i]);
            break;
        }
    while (extra && (*extra == '[' || *extra == ',')) {
        size_t length = strcspn(++extra, ",]");

        if ((length == strlen(package) && strncasecmp(extra, package, length) == 0) ||
            (length == stem_length && strncasecmp(extra, stem, length) == 0))
            return 1;
        extra += length;
    }
    return 0;
}

const char *dist_info_brings(const struct dist_info *is, const char *package, const char *soname)
{
    const char *first = NULL;
    char suffix[16], version[16];

    snprintf(suffix, sizeof suffix, "-cu%d", lazynccl_major_of(soname));
    snprintf(version, sizeof version, "==%d.", lazynccl_major_of(soname));
    for (size_t i = 0; i < is->requires.count; i++) {
        const char *requirement = is->requires.list[i];

        if (!behind_name(requirement, package) && !is_toolkit(requirement, package, soname))
            continue;
        if (strstr(requirement, suffix) || strstr(requirement, version))
            return requirement; /* of the same CUDA, where extras offer several */
        if (!first)
            first = requirement;
    }
    return first;
}
