/* Memory for many small pieces that are freed, or kept, together.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/search/arena.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK_BYTES 4000

/* At the end of a block, so that each block is pointed to where it starts: memory that is reachable
 * only by pointers into it is "possibly lost" to valgrind. */
struct lazynccl_block {
    char *before;
    size_t room_before;
};

void *lazynccl_arena_take(struct lazynccl_arena *arena, size_t size)
{
    size_t whole = (size + sizeof(max_align_t) - 1) & ~(sizeof(max_align_t) - 1);

    if (arena->error)
        return NULL;
    if (arena->room - arena->used < whole) {
        size_t room = whole > BLOCK_BYTES ? whole : BLOCK_BYTES;
        char *bytes = malloc(room + sizeof(struct lazynccl_block));

        if (!bytes) {
            arena->error = ENOMEM;
            return NULL;
        }
        *(struct lazynccl_block *)(bytes + room) =
            (struct lazynccl_block){arena->last, arena->room};
        *arena = (struct lazynccl_arena){.last = bytes, .room = room};
    }
    arena->used += whole;
    return arena->last + arena->used - whole;
}

char *lazynccl_arena_list(struct lazynccl_arena *arena, const char *format, va_list list)
{
    static char none[] = "";
    va_list again;
    size_t room = arena->room - arena->used;
    char *text = room ? arena->last + arena->used : NULL;
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
    while (arena->last) {
        char *bytes = arena->last;
        struct lazynccl_block block = *(struct lazynccl_block *)(bytes + arena->room);

        arena->last = block.before;
        arena->room = block.room_before;
        free(bytes);
    }
    arena->used = 0;
}
