/* The symbol versions of a library's functions. Stand-ins have an implementation of their own.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/library/library.h"

/* The n-th of the versions of which the function of a slot must have one, in the order in which
 * they are tried; NULL: there are no more. A file that defines versions, but none of these, lacks
 * the function, as it does for a program that was linked with the library. */
#ifndef LAZYNCCL_WITHOUT_VERSIONS
const char *lazynccl_symbol_version(const lazynccl_library *, int index, int n);
#else /* a vendored copy of libraries whose stubs have none: all that uses this costs nothing */
#define lazynccl_symbol_version(library, index, n)                                                 \
    ((void)(library), (void)(index), (void)(n), (const char *)NULL)
#endif
