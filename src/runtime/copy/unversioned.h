/* For a copy of libraries whose stubs list no versions: the compiler drops the code that uses this.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#define lazynccl_symbol_version(library, index, last)                                              \
    ((void)(library), (void)(index), (void)(last), (const char *)NULL)
