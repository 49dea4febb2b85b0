/* The notes that a compiler adds to C code: no executable stack, and, if all code supports them,
 * landing pads for indirect jumps and protected return addresses.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
    .section .note.GNU-stack, "", %progbits
#if defined(__CET__)
    .section .note.gnu.property, "a", %note
    .p2align 3
    .long 4, 16, 5 /* bytes of the name and of what follows; NT_GNU_PROPERTY_TYPE_0 */
    .asciz "GNU"
    .long 0xc0000002, 4, __CET__, 0 /* IBT, shadow stack */
#elif defined(__aarch64__)
/* The linker keeps a property only if every file of the program has it. */
#ifdef __ARM_FEATURE_BTI_DEFAULT
#define LAZYNCCL_BTI 1
#else
#define LAZYNCCL_BTI 0
#endif
#ifdef __ARM_FEATURE_PAC_DEFAULT
#define LAZYNCCL_PAC 2
#else
#define LAZYNCCL_PAC 0
#endif
#ifdef __ARM_FEATURE_GCS_DEFAULT
#define LAZYNCCL_GCS 4
#else
#define LAZYNCCL_GCS 0
#endif
#if LAZYNCCL_BTI + LAZYNCCL_PAC + LAZYNCCL_GCS > 0
    .section .note.gnu.property, "a", %note
    .p2align 3
    .long 4, 16, 5
    .asciz "GNU"
    .long 0xc0000000, 4, LAZYNCCL_BTI + LAZYNCCL_PAC + LAZYNCCL_GCS, 0
#endif
#endif
