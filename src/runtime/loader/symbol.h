/* Looks up the symbols of an open library.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/library/library.h"

/* A function of an open library by name and version (NULL: any); NULL if it has none. */
lazynccl_function lazynccl_symbol_of(void *handle, const char *symbol, const char *version);

/* 1 if the file of an open library defines symbol versions. */
LAZYNCCL_RUNTIME int lazynccl_defines_versions(void *handle);
