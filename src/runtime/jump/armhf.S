/* Trampolines on ARM of version 7 or newer with a floating-point unit: ip is free between a call and
 * the function that it reaches.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
    .cfi_sections .debug_frame
.macro lazynccl_page
    .balign 4096
.endm

.macro lazynccl_land
.endm

/* Loads the distance of a symbol from the instruction at label 1, where pc reads 8 bytes more. */
.macro lazynccl_distance register, symbol
    movw \register, #:lower16:(\symbol-(1f+8))
    movt \register, #:upper16:(\symbol-(1f+8))
.endm

.macro lazynccl_jump library, index, name
    .arm
    .p2align 2
    lazynccl_public \name
    lazynccl_distance ip, lazynccl_slots_\library+4*\index
1:  ldr ip, [pc, ip]
    dmb ish
    bx ip
    .size \name, . - \name
.endm

.macro lazynccl_entry library, index, name
    .arm
    .p2align 2
.Llazynccl_entry_\library\()_\index:
    movw ip, #\index
    b .Llazynccl_first_\library
.endm

.macro lazynccl_enter library
    push {r0-r3, ip, lr}
    .cfi_adjust_cfa_offset 24
    lazynccl_distance r0, lazynccl_trampolines_\library
1:  add r0, r0, pc
    b lazynccl_first
.endm

/* First call: the stack has the first four arguments, the slot's number and the return address; r0
 * has the library's trampolines. */
.macro lazynccl_call
    .arm
    .p2align 2
    lazynccl_function lazynccl_first
    .cfi_startproc
    .cfi_def_cfa_offset 24
    .cfi_offset lr, -4
    .fnstart
    .save {r0-r3, ip, lr}
    .vsave {d0-d7}
    vpush {d0-d7}
    .cfi_adjust_cfa_offset 64
    .pad #32
    sub sp, sp, #32
    .cfi_adjust_cfa_offset 32
    str r0, [sp, #4]
    mov r1, #0
    str r1, [sp, #16] /* struct lazynccl_told is at 8 */

1:  add r1, sp, #8
    str r1, [sp]
    ldr r0, [sp, #4]
    ldr r1, [sp, #112]
    ldr r2, [sp, #116]
    add r3, sp, #32
    ldr ip, [r0]
    ldr r0, [r0, #4]
    blx ip /* resolve() */
    movs ip, r0
    bne 2f
    ldr ip, [sp, #8]
    ldr r0, [sp, #12]
    ldr r1, [sp, #16]
    ldr r2, [sp, #20]
    blx ip /* the handler */
    b 1b

2:  add sp, sp, #32
    .cfi_adjust_cfa_offset -32
    vpop {d0-d7}
    .cfi_adjust_cfa_offset -64
    pop {r0-r3}
    add sp, sp, #4
    .cfi_adjust_cfa_offset -20
    pop {lr}
    .cfi_restore lr
    .cfi_def_cfa_offset 0
    bx ip
    .fnend
    .cfi_endproc
    .size lazynccl_first, . - lazynccl_first
.endm
