/* Memory for many small pieces that are freed, or kept, together.
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
