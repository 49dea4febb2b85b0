/* The first call: finds a library, opens it, resolves its whole table, publishes it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/loader/outcome.h"

/* Returns the outcome of a library. Finds and opens the library if there is none yet; with `again`,
 * also if that failed before. Preserves errno. Returns NULL only inside the library's own
 * constructors, after lazynccl_freeze(), or if out of memory. */
const struct lazynccl_outcome *lazynccl_open_library(lazynccl_library *, int again,
                                                     const void *caller);
