/* Finds the fallback of an absent function.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/loader/variant.h"

lazynccl_function lazynccl_fallback_of(lazynccl_library *library, int index)
{
    return library->trampolines->fallbacks[library->trampolines->row_of_slot[index]];
}
