/* The parts of a template that the writer fills in: slots, conf, and the note that names the library.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
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
    .ascii "standin1"
    .long lazynccl_standin_slots - lazynccl_standin_conf
    .long lazynccl_standin_text - lazynccl_standin_conf
    .long lazynccl_standin_first - lazynccl_standin_conf
    .long STRIDE, 1, 0, 0
    .space 128 + 2 * 96 + 64 + 96
    .size lazynccl_standin_conf, . - lazynccl_standin_conf

    .section .note.dlopen, "a", %note
    .p2align 2
    .long 4, 256, 0x407c0c0a
    .asciz "FDO"
    .space 256

    .section .note.GNU-stack, "", %progbits
