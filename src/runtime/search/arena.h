/* Memory for many small pieces that are freed together.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/library/compiler.h"
#include <stdarg.h>
#include <stddef.h>

/* Initialize with {0}. */
struct lazynccl_arena {
    void **pieces;
    size_t held; /* the number of pieces */
    int error;   /* errno of the failure that stopped the work, such as ENOMEM; 0 if none */
};

/* Returns memory of this size, or NULL if out of memory or the work is stopped. */
void *lazynccl_arena_take(struct lazynccl_arena *, size_t size);

/* Returns a formatted text, or "" if out of memory or the work is stopped. */
char *lazynccl_arena_print(struct lazynccl_arena *, const char *format, ...) LAZYNCCL_PRINTF(2, 3);
char *lazynccl_arena_list(struct lazynccl_arena *, const char *format, va_list)
    LAZYNCCL_PRINTF(2, 0);

/* Returns a copy of the first `length` bytes of a text, or "" as lazynccl_arena_print() does. */
#define lazynccl_arena_copy(to, text, length) lazynccl_arena_print(to, "%.*s", (int)(length), text)

void lazynccl_arena_free(struct lazynccl_arena *);
