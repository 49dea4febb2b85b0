/* A template's code: the target of first calls, a placeholder for the trampolines, and the parts
 * that the writer fills in: slots, conf, and the notes that name the library.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/jump/jump.S"
    .text
    .globl lazynccl_standin_first
    .hidden lazynccl_standin_first
    lazynccl_function lazynccl_standin_first
    .cfi_startproc
    lazynccl_enter standin
    .cfi_endproc
    .size lazynccl_standin_first, . - lazynccl_standin_first

    .globl lazynccl_standin_return
    .hidden lazynccl_standin_return
    lazynccl_function lazynccl_standin_return
    .cfi_startproc
    lazynccl_land
    ret
    .cfi_endproc
    .size lazynccl_standin_return, . - lazynccl_standin_return

#if LAZYNCCL_STANDIN_TRACES
#if defined(__x86_64__)
#include "standin/template/trace_x86_64.S"
#elif defined(__aarch64__)
#include "standin/template/trace_aarch64.S"
#else
#include "standin/template/trace_riscv64.S"
#endif
#endif

    /* this unwind entry will cover all trampolines and entries, none of which moves the stack */
    .section .lazy.text, "ax", %progbits
    .p2align 4
    .globl lazynccl_standin_placeholder
lazynccl_standin_text:
    lazynccl_function lazynccl_standin_placeholder
    .cfi_startproc
    lazynccl_land
    .p2align 4
    .cfi_endproc
    .size lazynccl_standin_placeholder, . - lazynccl_standin_placeholder

    .section .lazy.slots, "aw", %progbits
    .p2align 3
    .globl lazynccl_standin_slots
    .hidden lazynccl_standin_slots
lazynccl_standin_slots:
    .quad lazynccl_standin_first

    .section .lazy.conf, "a", %progbits
    .p2align 3
    .globl lazynccl_standin_conf
    .hidden lazynccl_standin_conf
    .type lazynccl_standin_conf, %object
lazynccl_standin_conf:
    .long lazynccl_standin_first - lazynccl_standin_conf
    .space 100 - 4
#if LAZYNCCL_STANDIN_TRACES
    .long lazynccl_standin_trace - lazynccl_standin_conf
    .long lazynccl_standin_call - lazynccl_standin_conf
#else
    .space 8
#endif
    .size lazynccl_standin_conf, . - lazynccl_standin_conf

    .section .lazy.data, "a", %progbits
    .p2align 3
    .quad 0

    .section .note.dlopen, "a", %note
    .p2align 2
    .long 4, 512, 0x407c0c0a /* LAZYNCCL_STANDIN_NOTE */
    .asciz "FDO"
    .space 512

    .section .note.lazynccl, "a", %note
    .p2align 2
    .long 9, 128, 1
    .asciz "lazynccl"
    .p2align 2
    .space 128

#include "runtime/jump/notes.S"
