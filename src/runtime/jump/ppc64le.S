/* Trampolines on ppc64le: r0, r11, r12 and ctr are free between a call and the function that it
 * reaches. The function changes r2, and a caller in the same file does not restore it. So each
 * trampoline has the local entry 1, which tells the linker to make such callers restore r2. But GNU
 * ld relaxes a call compiled with -fno-plt to `bl`, and replaces the caller's `ld 2, 24(1)` by a
 * nop. The trampoline finds that nop, and returns through lazynccl_keep_toc, which restores r2.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
.macro lazynccl_page
    .balign 65536
.endm

.macro lazynccl_land
.endm

/* Loads the address of a symbol without using r2. Copies the return address to `link`. */
.macro lazynccl_address symbol, link, register=12
    mflr \link
    bcl 20, 31, 9f
9:  mflr \register
    mtlr \link
    addis \register, \register, (\symbol-9b)@ha
    addi \register, \register, (\symbol-9b)@l
.endm

.macro lazynccl_jump library, index, name
    .p2align 4
    lazynccl_public \name
    .localentry \name, 1
    lazynccl_address lazynccl_slots_\library+8*\index, 11
    ld 12, 0(12)
    lwsync
    mtctr 12
    lwz 0, 0(11)
    xoris 0, 0, 0x6000
    cmpwi 0, 0
    bnectr+
    b lazynccl_keep_toc
    .size \name, . - \name
.endm

.macro lazynccl_entry library, index, name
.Llazynccl_entry_\library\()_\index:
    li 11, \index
    b .Llazynccl_first_\library
.endm

.macro lazynccl_enter library
    lazynccl_address lazynccl_trampolines_\library, 0
    b lazynccl_first
.endm

/* lazynccl_first: the slot's number is in r11, the library's trampolines in r12.
 * lazynccl_keep_toc: the return address is in r11, the function in ctr. It keeps the return address
 * in the caller's frame, at the place for r2, which such a caller does not use; so the arguments
 * stay in place. While a handler runs, the frame is as the caller made it, for exceptions. */
.macro lazynccl_call
    .p2align 4
    lazynccl_function lazynccl_keep_toc
    .cfi_startproc
    std 11, 24(1)
    .cfi_offset 65, 24
    bctrl
.Llazynccl_kept:
    lazynccl_address .TOC., 0, 2
    ld 0, 24(1)
    std 2, 24(1)
    mtlr 0
    .cfi_restore 65
    blr
    .cfi_endproc
    .size lazynccl_keep_toc, . - lazynccl_keep_toc

    lazynccl_function lazynccl_first
    .cfi_startproc
    mflr 0
    std 0, 16(1)
    stdu 1, -480(1)
    .cfi_def_cfa_offset 480
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

    std 2, 464(1)
    .cfi_offset 2, -16
    std 11, 440(1)
    std 12, 448(1)
    li 0, 0
    std 0, 416(1) /* struct lazynccl_told is at 400 */
1:  ld 12, 448(1)
    ld 3, 8(12)
    ld 4, 440(1)
    ld 5, 496(1)
    addi 6, 1, 32
    addi 7, 1, 400
    ld 12, 0(12)
    mtctr 12
    bctrl /* resolve() */
    mr. 12, 3
    bne 2f
    ld 9, 496(1)
    std 9, 456(1)
    lazynccl_address .Llazynccl_kept, 0, 8
    cmpd 8, 9
    bne 4f /* else the call came through lazynccl_keep_toc: restores the caller's frame */
    ld 8, 504(1)
    std 8, 496(1)
    ld 8, 464(1)
    std 8, 504(1)
4:  ld 12, 400(1)
    ld 3, 408(1)
    ld 4, 416(1)
    ld 5, 424(1)
    mtctr 12
    bctrl /* the handler */
    ld 8, 456(1)
    ld 9, 496(1)
    cmpd 8, 9
    beq 1b
    std 8, 496(1)
    std 9, 504(1)
    b 1b

2:
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
    addi 1, 1, 480
    .cfi_def_cfa_offset 0
    ld 0, 16(1)
    mtlr 0
    .cfi_restore 65
    mtctr 12
    bctr
    .cfi_endproc
    .size lazynccl_first, . - lazynccl_first
.endm
