/* Texts: built in parts, printed.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/search/arena.h"
#include <stdarg.h>

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

/* Keeps a text that is complete (keep.h), and frees its arena. Never NULL: says if out of memory.
 */
const char *lazynccl_text_end(struct lazynccl_text *);
#define LAZYNCCL_OUT_OF_MEMORY "out of memory; the next call searches again"

/* Prints a line or more to stderr in one write, each step of LAZYNCCL_DEBUG as it happens. */
void lazynccl_text_print(const char *title, const char *text);
