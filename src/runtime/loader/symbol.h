/* Looks up the symbols of an open library.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/library/library.h"

/* Returns a function of an open library by name and version (NULL for any), or NULL. */
lazynccl_function lazynccl_symbol_of(void *handle, const char *symbol, const char *version);

/* Returns the version to which ld.so binds a program that was linked before the library had
 * versions: the first that the file defines; "" if that has no name, NULL if there are none. */
LAZYNCCL_RUNTIME const char *lazynccl_base_version(void *handle);

/* Returns 1 if an open file needs this SONAME. Only called by builds that export names. */
#ifdef LAZYNCCL_EXPORTED
int lazynccl_needs(void *handle, const char *soname);
#else
#define lazynccl_needs(handle, soname) ((void)(handle), 0)
#endif
