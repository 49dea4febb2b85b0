/* Trampolines on ppc64le: r0, r11, r12 and ctr are free between a call and the function that it
 * reaches. The function changes r2, and a caller in the same file would not restore it: the local
 * entry 1 of a trampoline tells the linker to make such a caller do so.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
.macro lazynccl_page
    .balign 65536
.endm

.macro lazynccl_land
.endm

/* The address of a symbol into r12, without r2. */
.macro lazynccl_address symbol
    mflr 0
    bcl 20, 31, 1f
1:  mflr 12
    mtlr 0
    addis 12, 12, (\symbol-1b)@ha
    addi 12, 12, (\symbol-1b)@l
.endm

.macro lazynccl_jump library, index, name
    .p2align 4
    lazynccl_public \name
    .localentry \name, 1
    lazynccl_address lazynccl_slots_\library+8*\index
    ld 12, 0(12)
    lwsync
    mtctr 12
    bctr
    .size \name, . - \name
.endm

.macro lazynccl_entry library, index, name
    .p2align 2
.Llazynccl_entry_\library\()_\index:
    li 11, \index
    b .Llazynccl_first_\library
.endm

.macro lazynccl_enter library
    lazynccl_address lazynccl_trampolines_\library
    b lazynccl_first
.endm

/* First call: the slot's number is in r11, the library's trampolines in r12. */
.macro lazynccl_call
    .p2align 4
    lazynccl_function lazynccl_first
    .cfi_startproc
    mflr 0
    std 0, 16(1)
    stdu 1, -400(1)
    .cfi_def_cfa_offset 400
    .cfi_offset 65, 16
    .irp n, 3, 4, 5, 6, 7, 8, 9, 10
    std \n, 8+8*\n(1)
    .endr
    .irp n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13
    stfd \n, 88+8*\n(1)
    .endr
    .irp n, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13
    li 9, 176+16*\n
    stvx \n, 1, 9
    .endr

    ld 3, 8(12)
    mr 4, 11
    mr 5, 0
    addi 6, 1, 32
    ld 12, 0(12)
    mtctr 12
    bctrl
    mr 12, 3

    .irp n, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13
    li 9, 176+16*\n
    lvx \n, 1, 9
    .endr
    .irp n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13
    lfd \n, 88+8*\n(1)
    .endr
    .irp n, 3, 4, 5, 6, 7, 8, 9, 10
    ld \n, 8+8*\n(1)
    .endr
    addi 1, 1, 400
    .cfi_def_cfa_offset 0
    ld 0, 16(1)
    mtlr 0
    .cfi_restore 65
    mtctr 12
    bctr
    .cfi_endproc
    .size lazynccl_first, . - lazynccl_first
.endm
