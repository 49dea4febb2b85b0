/* The trampolines of a tracing stand-in jump here on riscv64, with their slot's address in t0.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD
 *
 * A recipe counts words from the saved a0 on: eight registers, then the stack. */
.macro lazynccl_mix /* a5, rotated by 13 bits, with a4; changes a0 */
    srli a0, a5, 13
    slli a5, a5, 51
    or a5, a5, a0
    xor a5, a5, a4
.endm
    .p2align 2
    lazynccl_function lazynccl_standin_trace
    .cfi_startproc
    addi sp, sp, -64
    .cfi_adjust_cfa_offset 64
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7
    sd a\n, 8*\n(sp)
    .endr
    lla t1, lazynccl_trace_state
    ld t1, (t1)
    beqz t1, 2f
    ld t2, (t1) /* the ring */
    fence r, rw
    li t3, 1
    bltu t2, t3, 2f
    beq t2, t3, 1f
    addi a0, t2, 64
    amoadd.d t3, t3, (a0) /* the call's number */
    ld a1, 72(t2)
    and a1, a1, t3
    slli a1, a1, 6
    add a1, a1, t2
    ld a0, 80(t2)
    add a1, a1, a0 /* the record */
    sd zero, (a1)
    fence w, w
    lla a2, lazynccl_trampolines_standin
    ld a2, 16(a2)
    sub a2, t0, a2
    srli a2, a2, 3 /* the slot's number */
    slli a3, a2, 4
    ld a4, 8(t1)
    add a3, a3, a4 /* its recipe */
    lwu a4, 16(t1)
    bltu a2, a4, 4f
    sub a2, a2, a4
4:  slli a2, a2, 48
    slli a5, tp, 16
    srli a5, a5, 16
    or a5, a5, a2
    sd a5, 8(a1)
    .irp i, 0, 1, 2, 3, 4
    lbu a4, \i(a3)
    slli a4, a4, 3
    add a4, a4, sp
    ld a4, (a4)
    sd a4, 16+8*\i(a1)
    lazynccl_mix
    .endr
    rdtime a4
    sd a4, 56(a1)
    lazynccl_mix
    addi t3, t3, 1 /* the last line of lazynccl_ring_check() */
    slli t3, t3, 32
    srli a4, a5, 32
    xor a5, a5, a4
    slli a5, a5, 32
    xor a5, a5, t3
    srli t3, t3, 32
    or a5, a5, t3
    fence rw, w
    sd a5, (a1)
1:  .irp n, 0, 1, 2, 3, 4, 5, 6, 7
    ld a\n, 8*\n(sp)
    .endr
    addi sp, sp, 64
    .cfi_adjust_cfa_offset -64
    ld t1, (t0)
    fence r, rw
    jr t1
    .cfi_adjust_cfa_offset 64
2:  .irp n, 0, 1, 2, 3, 4, 5, 6, 7
    ld a\n, 8*\n(sp)
    .endr
    addi sp, sp, 64
    .cfi_adjust_cfa_offset -64
    li t1, 8 << 20 /* 8 * LAZYNCCL_TRACE_SLOT */
    add t0, t0, t1
    tail lazynccl_standin_first
    .cfi_endproc
    .size lazynccl_standin_trace, . - lazynccl_standin_trace

    lazynccl_function lazynccl_standin_call
    .cfi_startproc
    addi sp, sp, -96
    .cfi_def_cfa_offset 96
    sd ra, 88(sp)
    .cfi_offset ra, -8
    sd t0, 80(sp)
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7
    sd a\n, 8*\n(sp)
    .endr
    lla a0, lazynccl_trampolines_standin
    ld a0, 16(a0)
    sub a0, t0, a0
    srli a0, a0, 3 /* the slot's number */
    sd a0, 72(sp)
    mv a1, sp
    addi a2, sp, 80
    addi a3, sp, 96
    call lazynccl_trace_enter
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7
    ld a\n, 8*\n(sp)
    .endr
    ld t0, 80(sp)
    ld t1, (t0)
    fence r, rw
    jalr t1 /* the function */
    sd a0, 80(sp)
    mv a2, a0
    ld a0, 72(sp)
    mv a1, sp
    call lazynccl_trace_leave
    ld a0, 80(sp)
    ld ra, 88(sp)
    .cfi_restore ra
    addi sp, sp, 96
    .cfi_def_cfa_offset 0
    ret
    .cfi_endproc
    .size lazynccl_standin_call, . - lazynccl_standin_call
