/* Trampolines on s390x: r0 and r1 are free between a call and the function that it reaches.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
.macro lazynccl_page
    .balign 4096
.endm

.macro lazynccl_land
.endm

.macro lazynccl_jump library, index, name
    .p2align 3
    lazynccl_public \name
    larl %r1, lazynccl_slots_\library+8*\index
    lg %r1, 0(%r1)
    br %r1
    .size \name, . - \name
.endm

.macro lazynccl_entry library, index, name
    .p2align 3
.Llazynccl_entry_\library\()_\index:
    lghi %r0, \index
    jg .Llazynccl_first_\library
.endm

.macro lazynccl_enter library
    larl %r1, lazynccl_trampolines_\library
    jg lazynccl_first
.endm

/* First call: the slot's number is in r0, the library's trampolines in r1. The caller's frame has
 * space for every argument register except the vector registers, which exist if facility 129 is
 * installed. */
.macro lazynccl_call
    .p2align 3
    lazynccl_function lazynccl_first
    .cfi_startproc
    stmg %r2, %r15, 16(%r15)
    .cfi_offset %r6, -112
    .cfi_offset %r14, -48
    .cfi_offset %r15, -40
    .irp n, 0, 2, 4, 6
    std %f\n, 128+4*\n(%r15)
    .endr
    lgr %r2, %r15
    aghi %r15, -384
    .cfi_def_cfa_offset 544
    stg %r2, 0(%r15)
    stg %r0, 360(%r15)
    stg %r1, 368(%r15)
    xc 288(64,%r15), 288(%r15) /* facilities; at 320 struct lazynccl_told */
    lghi %r0, 2
    .insn s, 0xb2b00000, 288(%r15) /* stfle */
    tm 304(%r15), 0x40
    jz 1f
    .irp n, 24, 25, 26, 27, 28, 29, 30, 31
    .insn vrx, 0xe7000000000e, %v\n, 160+16*(\n-24)(%r15), 0 /* vst */
    .endr

1:  lg %r1, 368(%r15)
    lg %r2, 8(%r1)
    lg %r3, 360(%r15)
    lg %r4, 496(%r15)
    la %r5, 400(%r15)
    la %r6, 320(%r15)
    lg %r1, 0(%r1)
    basr %r14, %r1 /* resolve() */
    ltgr %r1, %r2
    jne 3f
    lg %r1, 320(%r15)
    lmg %r2, %r4, 328(%r15)
    basr %r14, %r1 /* the handler */
    j 1b

3:  tm 304(%r15), 0x40
    jz 2f
    .irp n, 24, 25, 26, 27, 28, 29, 30, 31
    .insn vrx, 0xe70000000006, %v\n, 160+16*(\n-24)(%r15), 0 /* vl */
    .endr
2:  aghi %r15, 384
    .cfi_def_cfa_offset 160
    .irp n, 0, 2, 4, 6
    ld %f\n, 128+4*\n(%r15)
    .endr
    lmg %r2, %r14, 16(%r15)
    .cfi_restore %r6
    .cfi_restore %r14
    .cfi_restore %r15
    br %r1
    .cfi_endproc
    .size lazynccl_first, . - lazynccl_first
.endm
