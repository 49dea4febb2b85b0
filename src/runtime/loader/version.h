/* Asks an open library for its version.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/loader/outcome.h"

/* Returns the version that the library reports, or 0 if it reports none. The base library of a
 * suffix family has the function. */
int lazynccl_ask_version(const lazynccl_library *, void *handle, const struct lazynccl_outcome *);
