/* Texts in an arena, safe to print.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/search/arena.h"

/* A text that grows in an arena. Initialize only `arena`; `bytes` is NULL or ends with NUL. */
struct lazynccl_text {
    struct lazynccl_arena *arena;
    char *bytes;
    size_t length, room; /* bytes in use, and allocated */
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

/* Prints one or more lines to stderr in one write. */
void lazynccl_text_print(const char *title, const char *text);
