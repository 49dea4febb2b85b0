/* The trampolines of Tiny.
 * Generated from tiny.toml: edit that file and regenerate.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/jump/jump.S"

.macro lazynccl_functions_tiny what
    \what tiny, 0, tinyOpen
    \what tiny, 1, ptinyOpen
    \what tiny, 2, lazynccl_jump_tinyErrorText
    \what tiny, 3, lazynccl_jump_ptinyErrorText
    \what tiny, 4, lazynccl_jump_tinyLastError
    \what tiny, 5, lazynccl_jump_ptinyLastError
    \what tiny, 6, tinyVersion
    \what tiny, 7, ptinyVersion
    \what tiny, 8, tinyList
    \what tiny, 9, ptinyList
    \what tiny, 10, tinyWatch
    \what tiny, 11, ptinyWatch
    \what tiny, 12, tinyPlace
    \what tiny, 13, ptinyPlace
    \what tiny, 14, tinySlots
    \what tiny, 15, ptinySlots
    \what tiny, 16, tinyMeasure
    \what tiny, 17, ptinyMeasure
    \what tiny, 18, tinyOutline
    \what tiny, 19, ptinyOutline
    \what tiny, 20, tinyReset
    \what tiny, 21, ptinyReset
.endm

    lazynccl_library tiny, lazynccl_functions_tiny

#include "runtime/jump/notes.S"
