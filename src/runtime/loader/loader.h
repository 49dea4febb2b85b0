/* The first call: finds a library, opens it, resolves its whole table, publishes it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/loader/outcome.h"

/* Returns the outcome of a library, and searches for it if there is none yet; with `again`, also if
 * it failed before. Preserves errno. Returns NULL only inside the library's own constructors, after
 * lazynccl_freeze(), or if out of memory. */
const struct lazynccl_outcome *lazynccl_look(lazynccl_library *, int again, const void *caller);
