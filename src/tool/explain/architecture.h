/* The architectures of GPUs, and which releases of CUDA compile for them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include <stddef.h>

struct architecture {
    int number; /* 120 of sm_120 */
    const char *name;
    const char *since; /* the first release of CUDA that compiles for it; NULL: before 8.0 */
    const char *until; /* the first that no longer does; NULL: none */
    const char *gpus;  /* parts of their names, divided by '|'; "": none is known */
};

/* Returns the architecture that a line of a text names (sm_120, compute_120, capability 12.0); or
 * else the text, as the one of its GPU or as a compiler's option. NULL: none. */
const struct architecture *architecture_named(const char *line, size_t length, const char *text);
