/* Memory for many small pieces that are freed together, and texts in it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/library/compiler.h"
#include <stdarg.h>
#include <stddef.h>

/* Initialize with {0}. */
struct lazynccl_arena {
    char *last; /* the latest block; a struct lazynccl_block at its end names the one before */
    size_t used, room;
    int error; /* errno of the failure that stopped the work, such as ENOMEM; 0 if none */
};

/* Returns memory of this size, or NULL if out of memory or the work is stopped. */
void *lazynccl_arena_take(struct lazynccl_arena *, size_t size);

/* Returns a formatted text, or "" if out of memory or the work is stopped. */
char *lazynccl_arena_print(struct lazynccl_arena *, const char *format, ...) LAZYNCCL_PRINTF(2, 3);
char *lazynccl_arena_list(struct lazynccl_arena *, const char *format, va_list)
    LAZYNCCL_PRINTF(2, 0);

/* Returns a copy of a text's first `length` bytes, or "" if out of memory or the work is stopped.
 */
char *lazynccl_arena_copy(struct lazynccl_arena *, const char *text, size_t length);

void lazynccl_arena_free(struct lazynccl_arena *);

/* A text that grows in an arena. Starts with the arena alone; `bytes` is NULL or ends with NUL. */
struct lazynccl_text {
    struct lazynccl_arena *arena;
    char *bytes;
    size_t length, room;
};

/* Adds formatted text to a line. Control characters and invalid UTF-8 become \xNN, and the middle
 * of a text over a kilobyte is omitted. */
void lazynccl_text_add(struct lazynccl_text *, const char *format, ...) LAZYNCCL_PRINTF(2, 3);
void lazynccl_text_add_list(struct lazynccl_text *, const char *format, va_list)
    LAZYNCCL_PRINTF(2, 0);

/* Adds a path in full, escaped in the same way. */
void lazynccl_text_add_path(struct lazynccl_text *, const char *path);

/* Adds lines, or the end of a line, unchanged. */
void lazynccl_text_add_lines(struct lazynccl_text *, const char *lines);

/* Prints a line or more to stderr in one write, each step of LAZYNCCL_DEBUG as it happens. */
void lazynccl_text_print(const char *title, const char *text);
