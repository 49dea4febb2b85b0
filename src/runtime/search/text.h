/* Memory for many small pieces that are freed together, and texts built in it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/library/compiler.h"
#include <stdarg.h>
#include <stddef.h>

/* Starts as {0}. */
struct lazynccl_arena {
    char *last; /* the latest block; a struct lazynccl_block at its end names the one before */
    size_t used, room;
    int error; /* errno of what stopped the work, such as ENOMEM; 0: nothing has */
};

/* Memory of this size; NULL if it is short, or if the work is stopped. */
void *lazynccl_arena_take(struct lazynccl_arena *, size_t size);

/* A formatted text; "" if out of memory, or if the work is stopped. */
char *lazynccl_arena_print(struct lazynccl_arena *, const char *format, ...) LAZYNCCL_PRINTF(2, 3);
char *lazynccl_arena_list(struct lazynccl_arena *, const char *format, va_list)
    LAZYNCCL_PRINTF(2, 0);

void lazynccl_arena_free(struct lazynccl_arena *);

/* A text that grows in an arena. Starts with the arena alone; `bytes` is NULL or ends with NUL. */
struct lazynccl_text {
    struct lazynccl_arena *arena;
    char *bytes;
    size_t length, room;
};

/* Adds formatted text as a part of a line: control characters and bytes that are not UTF-8 become
 * \xNN, and of more than a kilobyte the middle is left out. */
void lazynccl_text_add(struct lazynccl_text *, const char *format, ...) LAZYNCCL_PRINTF(2, 3);
void lazynccl_text_add_list(struct lazynccl_text *, const char *format, va_list)
    LAZYNCCL_PRINTF(2, 0);

/* Adds a path, whole and cleaned in the same way. */
void lazynccl_text_add_path(struct lazynccl_text *, const char *path);

/* Adds lines, or the end of one, as they are. */
void lazynccl_text_add_lines(struct lazynccl_text *, const char *lines);

/* Prints a line or more to stderr in one write, each step of LAZYNCCL_DEBUG as it happens. */
void lazynccl_text_print(const char *title, const char *text);
