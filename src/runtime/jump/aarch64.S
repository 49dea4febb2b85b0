/* Trampolines on aarch64: x16 and x17 are free between a call and the function that it reaches. A
 * trampoline leaves its slot's address in x16.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
.macro lazynccl_page
    .balign 65536
.endm

.macro lazynccl_land
#ifdef __ARM_FEATURE_BTI_DEFAULT
    hint #34 /* bti c */
#endif
.endm

.macro lazynccl_jump library, index, name
    .p2align 2
    lazynccl_public \name
    lazynccl_land
    adrp x16, lazynccl_slots_\library+8*\index
    add x16, x16, :lo12:lazynccl_slots_\library+8*\index
    ldar x17, [x16]
    br x17
    .size \name, . - \name
.endm

.macro lazynccl_enter library
    lazynccl_land
    adrp x17, lazynccl_trampolines_\library
    add x17, x17, :lo12:lazynccl_trampolines_\library
    b lazynccl_first
.endm

/* First call: x16 points to the slot, x17 to the struct lazynccl_trampolines. */
.macro lazynccl_call
    .p2align 2
    lazynccl_function lazynccl_first
    .cfi_startproc
    mov x9, x30
#ifdef __ARM_FEATURE_PAC_DEFAULT
    hint #25 /* paciasp */
    .cfi_negate_ra_state
#endif
    stp x29, x30, [sp, #-288]!
    .cfi_def_cfa_offset 288
    .cfi_offset x29, -288
    .cfi_offset x30, -280
    mov x29, sp
    stp x0, x1, [sp, #16]
    stp x2, x3, [sp, #32]
    stp x4, x5, [sp, #48]
    stp x6, x7, [sp, #64]
    stp x8, x9, [sp, #80]
    stp q0, q1, [sp, #96]
    stp q2, q3, [sp, #128]
    stp q4, q5, [sp, #160]
    stp q6, q7, [sp, #192]

    stp x16, x17, [sp, #272]
    str xzr, [sp, #240] /* struct lazynccl_told is at 224 */
1:  ldp x16, x17, [sp, #272]
    ldr x2, [sp, #88]
    mov x3, sp
    add x4, sp, #224
    ldp x10, x0, [x17]
    ldr x1, [x17, #16]
    sub x1, x16, x1
    lsr x1, x1, #3
    blr x10 /* resolve() */
    mov x17, x0
    cbnz x0, 2f
    ldp x9, x0, [sp, #224]
    ldp x1, x2, [sp, #240]
    blr x9 /* the handler */
    b 1b

2:  ldp q0, q1, [sp, #96]
    ldp q2, q3, [sp, #128]
    ldp q4, q5, [sp, #160]
    ldp q6, q7, [sp, #192]
    ldp x0, x1, [sp, #16]
    ldp x2, x3, [sp, #32]
    ldp x4, x5, [sp, #48]
    ldp x6, x7, [sp, #64]
    ldr x8, [sp, #80]
    ldp x29, x30, [sp], #288
    .cfi_restore x29
    .cfi_restore x30
    .cfi_def_cfa_offset 0
#ifdef __ARM_FEATURE_PAC_DEFAULT
    hint #29 /* autiasp */
    .cfi_negate_ra_state
#endif
    br x17
    .cfi_endproc
    .size lazynccl_first, . - lazynccl_first
.endm
