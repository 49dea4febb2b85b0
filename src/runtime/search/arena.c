/* Memory for many small pieces that are freed together.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/search/arena.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#define PIECES 64 /* the list grows by this number */

/* Adds a piece and returns it; NULL if there is no memory for it or the list. */
static void *add_piece(struct lazynccl_arena *arena, void *piece)
{
    void **longer = arena->pieces;

    if (piece && arena->held % PIECES == 0)
        longer = realloc(arena->pieces, (arena->held + PIECES) * sizeof *longer);
    if (!piece || !longer) {
        free(piece);
        arena->error = ENOMEM;
        return NULL;
    }
    arena->pieces = longer;
    return longer[arena->held++] = piece;
}

void *lazynccl_arena_take(struct lazynccl_arena *arena, size_t size)
{
    return arena->error ? NULL : add_piece(arena, malloc(size));
}

char *lazynccl_arena_list(struct lazynccl_arena *arena, const char *format, va_list list)
{
    static char none[] = "";
    char *text = NULL;

    if (arena->error)
        return none;
    text = add_piece(arena, vasprintf(&text, format, list) < 0 ? NULL : text);
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
    while (arena->held)
        free(arena->pieces[--arena->held]);
    free(arena->pieces);
    arena->pieces = NULL;
}
