/* Texts: built a part at a time, kept for good, printed.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_LOADER_TEXT_H
#define LAZYNCCL_LOADER_TEXT_H

#include "library/compiler.h"
#include <stdarg.h>

/* A text that grows. Starts as {0}; `bytes` is NULL or ends with NUL, and is to be freed. */
struct lazynccl_text {
    char *bytes;
    size_t length;
    int failed; /* 1: memory was short, something is missing */
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

/* Keeps a text for as long as the module lives and takes over `text->bytes`. Equal texts are kept
 * once, so that asking again costs no memory. Never NULL. */
const char *lazynccl_text_keep(struct lazynccl_text *text);

/* Keeps a copy of these bytes as they are. */
const char *lazynccl_text_keep_bytes(const char *bytes);

/* Prints a line or more to stderr in one write, each step of LAZYNCCL_DEBUG as it happens. */
void lazynccl_text_print(const char *title, const char *text);

#endif
