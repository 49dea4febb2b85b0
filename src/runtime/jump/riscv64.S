/* Trampolines on riscv64: t0 to t6 are free between a call and the function that it reaches. A
 * trampoline leaves its slot's address in t0.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
.macro lazynccl_page
    .balign 4096
.endm

.macro lazynccl_land
.endm

.macro lazynccl_jump library, index, name
    .p2align 2
    lazynccl_public \name
    lla t0, lazynccl_slots_\library+8*\index
    ld t1, 0(t0)
    fence r, rw
    jr t1
    .size \name, . - \name
.endm

.macro lazynccl_enter library
    lla t2, lazynccl_trampolines_\library
    tail lazynccl_first
.endm

/* First call: t0 points to the slot, t2 to the struct lazynccl_trampolines. */
.macro lazynccl_call
    .p2align 2
    lazynccl_function lazynccl_first
    .cfi_startproc
    addi sp, sp, -208
    .cfi_def_cfa_offset 208
    sd ra, 136(sp)
    .cfi_offset ra, -72
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7
    sd a\n, 8*\n(sp)
#ifdef __riscv_flen
    fsd fa\n, 64+8*\n(sp)
#endif
    .endr

    sd t0, 184(sp)
    sd t2, 192(sp)
    sd zero, 160(sp) /* struct lazynccl_told is at 144 */
1:  ld t0, 184(sp)
    ld t2, 192(sp)
    ld a1, 16(t2)
    sub a1, t0, a1
    srli a1, a1, 3
    ld a2, 136(sp)
    mv a3, sp
    addi a4, sp, 144
    ld a0, 8(t2)
    ld t1, 0(t2)
    jalr t1 /* resolve() */
    mv t1, a0
    bnez a0, 2f
    ld t1, 144(sp)
    ld a0, 152(sp)
    ld a1, 160(sp)
    ld a2, 168(sp)
    jalr t1 /* the handler */
    j 1b
2:
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7
    ld a\n, 8*\n(sp)
#ifdef __riscv_flen
    fld fa\n, 64+8*\n(sp)
#endif
    .endr
    ld ra, 136(sp)
    .cfi_restore ra
    addi sp, sp, 208
    .cfi_def_cfa_offset 0
    jr t1
    .cfi_endproc
    .size lazynccl_first, . - lazynccl_first
.endm
