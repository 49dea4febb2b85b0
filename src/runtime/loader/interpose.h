/* Replaces functions of a library by those that preloaded objects define.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/library/library.h"

/* Replaces functions by those of preloaded objects, as ld.so does for a direct link, and returns
 * their number. Preloaded objects look up the library's functions with RTLD_NEXT, so the library at
 * this path (NULL: there is none) joins the global scope. Not for a build that exports the names:
 * ld.so itself prefers a preloaded object. */
int lazynccl_interpose(const lazynccl_library *, lazynccl_function *found, const char *path);
