/* Every library of this build. A library that the program does not link is NULL.
 * Generated from the stubs by gen/c/render.py.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/library/library.h"

LAZYNCCL_WEAK LAZYNCCL_INTERNAL extern lazynccl_library lazynccl_library_tiny;
LAZYNCCL_WEAK LAZYNCCL_INTERNAL extern lazynccl_library lazynccl_library_tiny_2;

lazynccl_library *const lazynccl_libraries[] = {
    &lazynccl_library_tiny,
    &lazynccl_library_tiny_2,
};
const int lazynccl_libraries_count = sizeof lazynccl_libraries / sizeof *lazynccl_libraries;
