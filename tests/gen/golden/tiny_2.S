/* The trampolines of Tiny 2: the names with its suffixes.
 * Generated from tiny.toml: edit that file and regenerate.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/jump/jump.S"

.macro lazynccl_functions_tiny_2 what
    \what tiny_2, 0, __tinyOpen_2_0
    \what tiny_2, 1, __tinyOpen_2_1
    \what tiny_2, 2, __tinyList_2_0
    \what tiny_2, 3, __tinyList_2_1
    \what tiny_2, 4, __tinyWatch_2_0
    \what tiny_2, 5, __tinyWatch_2_1
    \what tiny_2, 6, __tinyPlace_2_0
    \what tiny_2, 7, __tinyPlace_2_1
    \what tiny_2, 8, __tinySlots_2_0
    \what tiny_2, 9, __tinySlots_2_1
.endm

    lazynccl_library tiny_2, lazynccl_functions_tiny_2

#include "runtime/jump/notes.S"
