/* A first call on aarch64: the trampoline has left its slot's address in x16. Keeps every register
 * that may hold an argument, but not the upper parts of SVE's.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
    .text
    .globl lazynccl_standin_first
    .hidden lazynccl_standin_first
    .type lazynccl_standin_first, %function
lazynccl_standin_first:
    .cfi_startproc
    bti c
    stp x29, x30, [sp, #-224]!
    .cfi_def_cfa_offset 224
    .cfi_offset 29, -224
    .cfi_offset 30, -216
    mov x29, sp
    stp x0, x1, [sp, #16]
    stp x2, x3, [sp, #32]
    stp x4, x5, [sp, #48]
    stp x6, x7, [sp, #64]
    str x8, [sp, #80]
    stp q0, q1, [sp, #96]
    stp q2, q3, [sp, #128]
    stp q4, q5, [sp, #160]
    stp q6, q7, [sp, #192]
    adrp x0, lazynccl_standin_conf
    add x0, x0, :lo12:lazynccl_standin_conf
    ldrsw x1, [x0, #8] /* its member `slots`: they move, and instructions are not relocated */
    add x0, x0, x1
    sub x0, x16, x0
    lsr x0, x0, #3
    mov x1, x30
    bl lazynccl_standin_resolve
    mov x17, x0
    ldp q0, q1, [sp, #96]
    ldp q2, q3, [sp, #128]
    ldp q4, q5, [sp, #160]
    ldp q6, q7, [sp, #192]
    ldp x0, x1, [sp, #16]
    ldp x2, x3, [sp, #32]
    ldp x4, x5, [sp, #48]
    ldp x6, x7, [sp, #64]
    ldr x8, [sp, #80]
    ldp x29, x30, [sp], #224
    .cfi_restore 29
    .cfi_restore 30
    .cfi_def_cfa_offset 0
    br x17
    .cfi_endproc
    .size lazynccl_standin_first, . - lazynccl_standin_first

    .section .lazy.text, "ax", %progbits
    .p2align 4
    .globl lazynccl_standin_placeholder
    .type lazynccl_standin_placeholder, %function
lazynccl_standin_text:
lazynccl_standin_placeholder:
    .cfi_startproc
    bti c
    adrp x16, lazynccl_standin_slots
    add x16, x16, :lo12:lazynccl_standin_slots
    ldar x17, [x16]
    br x17
    .cfi_endproc
    .size lazynccl_standin_placeholder, . - lazynccl_standin_placeholder

    .section .note.gnu.property, "a", %note /* BTI, PAC */
    .p2align 3
    .long 4, 16, 5
    .asciz "GNU"
    .long 0xc0000000, 4, 3, 0

#define STRIDE 20
#include "tables.S"
