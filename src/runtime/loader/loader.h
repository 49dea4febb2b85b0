/* The first call: finds a library, opens it, resolves its whole table, publishes it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/loader/outcome.h"

/* What is known of a library, searched for now if it is not known; `again`: also if it is known as
 * a failure. Keeps errno. NULL only within the library's own constructors, after
 * lazynccl_freeze(), or if out of memory. */
const struct lazynccl_outcome *lazynccl_look(lazynccl_library *, int again, const void *caller);
