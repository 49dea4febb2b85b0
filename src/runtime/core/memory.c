/* Memory and variables of a search.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/core/search.h"
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static void lazynccl_arena_free(struct lazynccl_arena *arena)
{
    free(arena->bytes);
}

static void *lazynccl_arena_take(struct lazynccl_arena *arena, size_t size)
{
    size_t at = arena->used + -arena->used % sizeof(void *);

    if (!arena->bytes)
        arena->bytes = malloc(ARENA_BYTES);
    arena->used = at + size;
    if (arena->bytes && arena->used <= ARENA_BYTES)
        return arena->bytes + at;
    arena->used = ARENA_BYTES;
    *arena->error = ENOMEM;
    return NULL;
}

/* Returns "" if out of memory. */
static char *lazynccl_arena_print(struct lazynccl_arena *arena, const char *format, ...)
{
    static char none[] = "";
    char *text = lazynccl_arena_take(arena, PATH_MAX);
    va_list list;

    if (!text)
        return none;
    va_start(list, format);
    vsnprintf(text, PATH_MAX, format, list);
    va_end(list);
    arena->used -= PATH_MAX - strlen(text) - 1;
    return text;
}

/* Equal data is kept once; again if two threads keep data at the same time. */
static const void *lazynccl_keep(const void *data, size_t size)
{
    static struct kept {
        struct kept *older;
        size_t size;
        char data[];
    } * newest;
    struct kept *first = __atomic_load_n(&newest, __ATOMIC_ACQUIRE), *new;

    for (struct kept *at = first; at; at = at->older)
        if (at->size == size && memcmp(at->data, data, size) == 0)
            return at->data;
    new = malloc(sizeof *new + size);
    if (!new)
        return NULL;
    *new = (struct kept){first, size};
    memcpy(new->data, data, size);
    while (!__atomic_compare_exchange_n(&newest, &new->older, new, 0, __ATOMIC_RELEASE,
                                        __ATOMIC_RELAXED))
        ;
    return new->data;
}

/* Returns a variable, or NULL if it is unset or empty, or privileges are raised. */
static const char *read_variable(const char *name)
{
    const char *value = secure_getenv(name);

    return value && *value ? value : NULL;
}

static int is_on(const char *value)
{
    return value && strcmp(value, "0") != 0;
}
