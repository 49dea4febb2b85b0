/* The trampolines of a tracing stand-in jump here on aarch64, with their slot's address in x16.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD
 *
 * A recipe counts words from the saved x0 on: eight registers, then the stack. */
    .p2align 2
    lazynccl_function lazynccl_standin_trace
    .cfi_startproc
    sub sp, sp, #64
    .cfi_adjust_cfa_offset 64
    stp x0, x1, [sp]
    stp x2, x3, [sp, #16]
    stp x4, x5, [sp, #32]
    stp x6, x7, [sp, #48]
    adrp x9, lazynccl_trace_state
    ldr x9, [x9, :lo12:lazynccl_trace_state]
    cbz x9, 2f
    ldar x10, [x9] /* the ring */
    cmp x10, #1
    b.lo 2f
    b.eq 1f
    add x11, x10, #64
3:  ldxr x12, [x11] /* the call's number */
    add x13, x12, #1
    stxr w14, x13, [x11]
    cbnz w14, 3b
    ldp x14, x15, [x11, #8]
    and x14, x12, x14
    add x15, x15, x14, lsl #6
    add x15, x10, x15 /* the record */
    str xzr, [x15]
    dmb ishst
    adrp x14, lazynccl_trampolines_standin
    add x14, x14, :lo12:lazynccl_trampolines_standin
    ldr x14, [x14, #16]
    sub x14, x16, x14
    lsr x14, x14, #3 /* the slot's number */
    ldr x11, [x9, #8]
    add x11, x11, x14, lsl #4 /* its recipe */
    ldr w10, [x9, #16]
    cmp x14, x10
    b.lo 4f
    sub x14, x14, x10
4:  mrs x10, tpidr_el0
    and x10, x10, #0xffffffffffff
    orr x10, x10, x14, lsl #48
    str x10, [x15, #8]
    .irp i, 0, 1, 2, 3, 4
    ldrb w14, [x11, #\i]
    ldr x14, [sp, x14, lsl #3]
    str x14, [x15, #16+8*\i]
    eor x10, x14, x10, ror #13
    .endr
    mrs x14, cntvct_el0
    str x14, [x15, #56]
    eor x10, x14, x10, ror #13
    eor x10, x10, x10, lsr #32 /* the last line of lazynccl_ring_check() */
    eor w10, w10, w13
    mov w13, w13
    orr x10, x13, x10, lsl #32
    stlr x10, [x15]
1:  ldp x0, x1, [sp]
    ldp x2, x3, [sp, #16]
    ldp x4, x5, [sp, #32]
    ldp x6, x7, [sp, #48]
    add sp, sp, #64
    .cfi_adjust_cfa_offset -64
    ldar x17, [x16]
    br x17
    .cfi_adjust_cfa_offset 64
2:  ldp x0, x1, [sp]
    ldp x2, x3, [sp, #16]
    ldp x4, x5, [sp, #32]
    ldp x6, x7, [sp, #48]
    add sp, sp, #64
    .cfi_adjust_cfa_offset -64
    add x16, x16, #(8 << 20 >> 12), lsl #12 /* 8 * LAZYNCCL_TRACE_SLOT */
    b lazynccl_standin_first
    .cfi_endproc
    .size lazynccl_standin_trace, . - lazynccl_standin_trace

    lazynccl_function lazynccl_standin_call
    .cfi_startproc
    stp x29, x30, [sp, #-96]!
    .cfi_def_cfa_offset 96
    .cfi_offset x29, -96
    .cfi_offset x30, -88
    mov x29, sp
    stp x0, x1, [sp, #16]
    stp x2, x3, [sp, #32]
    stp x4, x5, [sp, #48]
    stp x6, x7, [sp, #64]
    adrp x9, lazynccl_trampolines_standin
    add x9, x9, :lo12:lazynccl_trampolines_standin
    ldr x9, [x9, #16]
    sub x9, x16, x9
    lsr x9, x9, #3 /* the slot's number */
    stp x9, x16, [sp, #80]
    mov x0, x9
    add x1, sp, #16
    mov x2, sp
    add x3, sp, #96
    bl lazynccl_trace_enter
    ldp x0, x1, [sp, #16]
    ldp x2, x3, [sp, #32]
    ldp x4, x5, [sp, #48]
    ldp x6, x7, [sp, #64]
    ldr x16, [sp, #88]
    ldar x17, [x16]
    blr x17 /* the function */
    mov x2, x0
    ldr x0, [sp, #80]
    str x2, [sp, #88]
    add x1, sp, #16
    bl lazynccl_trace_leave
    ldr x0, [sp, #88]
    ldp x29, x30, [sp], #96
    .cfi_restore x29
    .cfi_restore x30
    .cfi_def_cfa_offset 0
    ret
    .cfi_endproc
    .size lazynccl_standin_call, . - lazynccl_standin_call
