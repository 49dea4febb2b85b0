/* Memory for many small pieces that are freed, or kept, together.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/search/arena.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK_BYTES 4000

struct lazynccl_block {
    struct lazynccl_block *before;
    size_t used, room;
    max_align_t bytes[];
};

static char *rest_of(const struct lazynccl_arena *arena, size_t *size)
{
    struct lazynccl_block *block = arena->last;

    *size = block ? block->room - block->used : 0;
    return block ? (char *)block->bytes + block->used : NULL;
}

void *lazynccl_arena_take(struct lazynccl_arena *arena, size_t size)
{
    size_t room, whole = (size + sizeof(max_align_t) - 1) & ~(sizeof(max_align_t) - 1);
    char *bytes = rest_of(arena, &room);

    if (arena->error)
        return NULL;
    if (room < whole) {
        struct lazynccl_block *block;

        room = whole > BLOCK_BYTES ? whole : BLOCK_BYTES;
        if (!(block = malloc(sizeof *block + room))) {
            arena->error = ENOMEM;
            return NULL;
        }
        *block = (struct lazynccl_block){arena->last, 0, room};
        arena->last = block;
        bytes = (char *)block->bytes;
    }
    arena->last->used += whole;
    return bytes;
}

char *lazynccl_arena_list(struct lazynccl_arena *arena, const char *format, va_list list)
{
    static char none[] = "";
    va_list again;
    size_t room;
    char *text = rest_of(arena, &room);
    int n;

    va_copy(again, list);
    n = vsnprintf(text, room, format, list);
    if (n < 0)
        arena->error = ENOMEM;
    text = n < 0 ? NULL : lazynccl_arena_take(arena, (size_t)n + 1);
    if (text && room <= (size_t)n)
        vsnprintf(text, (size_t)n + 1, format, again);
    va_end(again);
    return text ? text : none;
}

char *lazynccl_arena_print(struct lazynccl_arena *arena, const char *format, ...)
{
    va_list list;
    char *text;

    va_start(list, format);
    text = lazynccl_arena_list(arena, format, list);
    va_end(list);
    return text;
}

void lazynccl_arena_free(struct lazynccl_arena *arena)
{
    struct lazynccl_block *block = arena->last;

    arena->last = NULL;
    while (block) {
        struct lazynccl_block *before = block->before;

        free(block);
        block = before;
    }
}
