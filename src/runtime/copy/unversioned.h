/* Used if no stub of a copy lists symbol versions: the compiler then drops the code for versions.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#define lazynccl_symbol_version(library, index, last)                                              \
    ((void)(library), (void)(index), (void)(last), (const char *)NULL)
