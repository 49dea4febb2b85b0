/* Memory for the command, which exits if it is out of memory.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * If out of memory, these functions print one line and exit with status 2. The runtime does not use
 * them, because it must never end its process. Results are to be freed. This header also includes
 * the C library's headers for memory, strings and streams. */
#pragma once

#include "runtime/library/compiler.h"
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *memory_get(size_t count, size_t size); /* zeroed */
char *memory_copy(const char *text);         /* NULL stays NULL */
char *memory_copy_part(const char *text, size_t length);
char *memory_join(const char *, const char *); /* much faster than memory_print("%s%s", ...) */
char *memory_folder(const char *file);         /* the folder of a path; NULL: none, or / */
char *memory_print(const char *format, ...) LAZYNCCL_PRINTF(1, 2);
char *memory_print_list(const char *format, va_list);

/* Returns the list, with room for one more than `count` elements. */
void *memory_grow(void *list, size_t count, size_t size);

/* Adds an element to a list and its count: *MEMORY_ADD(list, count) = element. */
#define MEMORY_ADD(list, count)                                                                    \
    ((list) = memory_grow((list), (size_t)(count), sizeof *(list)), &(list)[(count)++])

/* A variable that is freed at the end of its block, also by return or break:
 *
 *     OWNED(memory) char *path = memory_print(...);
 *     OWNED(strings) struct strings names = {0};     by strings_free(&names)
 */
#define OWNED(kind) __attribute__((cleanup(kind##_free)))
static inline void memory_free(char **text)
{
    free(*text);
}

/* Returns its argument; ends the command if it is NULL. For other allocations. */
void *memory_check(void *);
