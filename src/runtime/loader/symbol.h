/* Looks up the symbols of an open library.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/library/library.h"
#include "runtime/search/objects.h"

/* A function of an open library by name and version (NULL: any); NULL if it has none, or if the
 * name leads to a lazynccl build: a call would then come back to us forever. own: the library's
 * object; NULL if it has been accepted. NULL and errno ENOMEM if that cannot be told. */
lazynccl_symbol lazynccl_symbol_of(void *handle, const char *symbol, const char *version,
                                   const struct lazynccl_objects *own);

/* 1 if the file of an open library defines symbol versions. */
LAZYNCCL_RUNTIME int lazynccl_defines_versions(void *handle);

/* The newest minor of a suffix family that an open library has; -1: none. own: as above. */
int lazynccl_newest_suffix(const lazynccl_library *, void *handle, int major,
                           const struct lazynccl_objects *own);
