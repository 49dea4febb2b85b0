/* Keeps lists of strings.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/text/strings.h"
#include "common/text/memory.h"

void strings_add(struct strings *strings, const char *text, size_t length)
{
    *MEMORY_ADD(strings->list, strings->count) = memory_copy_part(text, length);
}

void strings_print(struct strings *strings, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    *MEMORY_ADD(strings->list, strings->count) = memory_print_list(format, values);
    va_end(values);
}

void strings_add_word(struct strings *strings, const char *text)
{
    *MEMORY_ADD(strings->list, strings->count) = strings_word(text);
}

char *strings_word(const char *text)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_@%+=:,./-";
    OWNED(strings) struct strings parts = strings_split(text, '\'');

    if (*text && !text[strspn(text, plain)])
        return memory_copy(text);
    OWNED(memory) char *inside = strings_join(&parts, "'\\''");
    return memory_print("'%s'", inside);
}

void strings_free(struct strings *strings)
{
    while (strings->count > 0)
        free(strings->list[--strings->count]);
    free(strings->list);
    strings->list = NULL;
}

int strings_has(const struct strings *strings, const char *text)
{
    for (size_t i = 0; i < strings->count; i++)
        if (strcmp(strings->list[i], text) == 0)
            return 1;
    return 0;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

void strings_sort(struct strings *strings)
{
    if (strings->count)
        qsort(strings->list, strings->count, sizeof *strings->list, by_text);
}

void strings_add_once(struct strings *strings, const char *text)
{
    if (!strings_has(strings, text))
        strings_add(strings, text, strlen(text));
}

struct strings strings_split(const char *list, char separator)
{
    struct strings elements = {0};

    for (const char *at = list; at; at = strchr(at, separator) ? strchr(at, separator) + 1 : NULL)
        strings_add(&elements, at, (size_t)(strchrnul(at, separator) - at));
    return elements;
}

struct strings strings_words(const char *text, const char *separators)
{
    struct strings words = {0};

    for (size_t length; text && *(text += strspn(text, separators)); text += length) {
        length = strcspn(text, separators);
        strings_add(&words, text, length);
    }
    return words;
}

char *strings_join(const struct strings *strings, const char *separator)
{
    char *text = NULL;
    size_t size;
    FILE *to = memory_check(open_memstream(&text, &size));

    for (size_t i = 0; i < strings->count; i++)
        fprintf(to, "%s%s", i ? separator : "", strings->list[i]);
    fclose(to);
    return text;
}

size_t strings_length_of_first(const char *words, const char *text)
{
    while (*words) {
        size_t length = 0;

        while (words[length] && words[length] != '|' && words[length] == text[length])
            length++;
        if (!words[length] || words[length] == '|')
            return length;
        words = strchrnul(words, '|');
        words += *words == '|';
    }
    return 0;
}

int strings_name(const char *words, const char *text, size_t length)
{
    for (size_t word; *words; words += word + (words[word] == '|')) {
        word = strcspn(words, "|");
        if (word == length && strncasecmp(words, text, length) == 0)
            return 1;
    }
    return 0;
}

int strings_contain_any(const char *text, const char *words)
{
    size_t size = strlen(text);

    for (size_t length; *words; words += length + (words[length] == '|')) {
        length = strcspn(words, "|");
        if (memmem(text, size, words, length))
            return 1;
    }
    return 0;
}

const char *strings_base_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

char *strings_without_slash(const char *path)
{
    size_t length = path ? strlen(path) : 0;

    while (length > 1 && path[length - 1] == '/')
        length--;
    return path ? memory_copy_part(path, length) : NULL;
}
