/* What the dynamic linker and an open library answer.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/loader/outcome.h"

/* Returns the error that kept ld.so from reading a file, 0 if it read the file: from the text of
 * dlerror(), or NULL, and errno. `named`: 1 if a setting names the file, as for
 * lazynccl_is_inconclusive(). */
int lazynccl_dlopen_error(const char *why, int error, int named);

/* Returns the version that the library reports, or 0 if it reports none. The base library of a
 * suffix family has the function. */
int lazynccl_ask_version(const lazynccl_library *, void *handle, const struct lazynccl_outcome *);
