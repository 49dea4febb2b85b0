/* Allocates, or ends the command.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/text/memory.h"

void *memory_check(void *memory)
{
    if (!memory) {
        fputs("lazynccl: out of memory\n", stderr);
        exit(2); /* the status if something could not be examined */
    }
    return memory;
}

void *memory_get(size_t count, size_t size)
{
    return memory_check(calloc(count ? count : 1, size));
}

char *memory_copy(const char *text)
{
    return text ? memory_check(strdup(text)) : NULL;
}

char *memory_copy_part(const char *text, size_t length)
{
    return memory_check(strndup(text, length));
}

char *memory_join(const char *first, const char *second)
{
    char *whole = memory_get(strlen(first) + strlen(second) + 1, 1);

    return strcat(strcpy(whole, first), second);
}

char *memory_folder(const char *file)
{
    const char *slash = file ? strrchr(file, '/') : NULL;

    return slash && slash > file ? memory_copy_part(file, (size_t)(slash - file)) : NULL;
}

char *memory_print_list(const char *format, va_list values)
{
    char *text = NULL;

    return memory_check(vasprintf(&text, format, values) < 0 ? NULL : text);
}

char *memory_print(const char *format, ...)
{
    va_list values;

    va_start(values, format);
    char *text = memory_print_list(format, values);
    va_end(values);
    return text;
}

void *memory_grow(void *list, size_t count, size_t size)
{
    if (count & (count - 1)) /* room doubles: only a power of two, or nothing, is full */
        return list;
    return memory_check(reallocarray(list, count ? 2 * count : 1, size));
}
