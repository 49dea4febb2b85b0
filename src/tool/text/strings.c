/* Keeps lists of strings.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "tool/text/strings.h"
#include <stdlib.h>
#include <string.h>

int strings_add(struct strings *texts, const char *text, size_t length)
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

void strings_free(struct strings *texts)
{
    while (texts->count > 0)
        free(texts->list[--texts->count]);
    free(texts->list);
    texts->list = NULL;
}

struct strings strings_split(const char *list, char separator)
{
    struct strings elements = {NULL, 0};

    for (const char *at = list; at; at = strchr(at, separator) ? strchr(at, separator) + 1 : NULL)
        strings_add(&elements, at, (size_t)(strchrnul(at, separator) - at));
    return elements;
}

const char *strings_base_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}
