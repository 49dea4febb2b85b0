/* What a compiler adds to C by itself: no executable stack; that jumps land where they may, and
 * return addresses are protected, if all is compiled so.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
    .section .note.GNU-stack, "", @progbits
#if defined(__CET__)
    .section .note.gnu.property, "a", @note
    .p2align 3
    .long 4, 16, 5 /* bytes of the name and of what follows; NT_GNU_PROPERTY_TYPE_0 */
    .asciz "GNU"
    .long 0xc0000002, 4, __CET__, 0 /* IBT, shadow stack */
#elif defined(__ARM_FEATURE_BTI_DEFAULT)
    .section .note.gnu.property, "a", @note
    .p2align 3
    .long 4, 16, 5
    .asciz "GNU"
#ifdef __ARM_FEATURE_PAC_DEFAULT
    .long 0xc0000000, 4, 3, 0 /* BTI, PAC */
#else
    .long 0xc0000000, 4, 1, 0
#endif
#endif
