/* A first call on x86-64: the function's entry has pushed its index. Keeps every register that may
 * hold an argument: xsave has x87, SSE, AVX, opmask and ZMM; fxsave where there is no xsave.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
    .text
    .globl lazynccl_standin_first
    .hidden lazynccl_standin_first
    .type lazynccl_standin_first, @function
lazynccl_standin_first:
    .cfi_startproc
    .cfi_def_cfa_offset 16
    push %rbp
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset %rbp, 0
    mov %rsp, %rbp
    .cfi_def_cfa_register %rbp
    push %rax
    .irp reg, rdi, rsi, rdx, rcx, r8, r9, r10, rbx
    push %\reg
    .endr
    .cfi_offset %rbx, -96
    push %r12
    .cfi_offset %r12, -104
    mov $1, %eax
    xor %ecx, %ecx
    cpuid
    xor %r12d, %r12d
    mov $512, %ebx
    bt $27, %ecx
    jnc 1f
    mov $0xd, %eax
    xor %ecx, %ecx
    cpuid
    mov $0xe7, %r12d /* all but MPX and AMX */
    cmp $2688, %ebx
    jbe 1f
    mov $2688, %ebx /* where they end: the rest is AMX, 8 kB that a small stack does not have */
1:  sub %rbx, %rsp
    and $-64, %rsp
    test %r12d, %r12d
    jz 2f
    xor %edx, %edx
    .irp at, 512, 520, 528, 536, 544, 552, 560, 568 /* xsave does not clear all of its header */
    mov %rdx, \at(%rsp)
    .endr
    mov %r12d, %eax
    xsave (%rsp)
    jmp 3f
2:  fxsave (%rsp)
3:  cld
    mov 8(%rbp), %rdi
    mov 16(%rbp), %rsi /* whose call it is */
    call lazynccl_standin_resolve
    mov %rax, %r11
    test %r12d, %r12d
    jz 4f
    mov %r12d, %eax
    xor %edx, %edx
    xrstor (%rsp)
    jmp 5f
4:  fxrstor (%rsp)
5:  lea -80(%rbp), %rsp
    .irp reg, r12, rbx, r10, r9, r8, rcx, rdx, rsi, rdi, rax, rbp
    pop %\reg
    .endr
    .cfi_def_cfa %rsp, 16
    .cfi_restore %rbp
    add $8, %rsp
    .cfi_adjust_cfa_offset -8
    jmp *%r11
    .cfi_endproc
    .size lazynccl_standin_first, . - lazynccl_standin_first

    /* The placeholder. Its unwind entry will cover all trampolines and entries: the CFA is rsp + 8,
     * and rsp + 16 after an entry's push, where (rip & 15) >= 9. */
    .section .lazy.text, "ax", @progbits
    .p2align 4
    .globl lazynccl_standin_placeholder
    .type lazynccl_standin_placeholder, @function
lazynccl_standin_text:
lazynccl_standin_placeholder:
    .cfi_startproc
    .cfi_escape 0x0f, 0x0b, 0x77, 0x08, 0x80, 0x00, 0x3f, 0x1a, 0x39, 0x2a, 0x33, 0x24, 0x22
    endbr64
    jmp *lazynccl_standin_slots(%rip)
    .p2align 4
    .cfi_endproc
    .size lazynccl_standin_placeholder, . - lazynccl_standin_placeholder

    .section .note.gnu.property, "a", @note /* IBT, SHSTK: gcc marks only what it compiles */
    .p2align 3
    .long 4, 16, 5
    .asciz "GNU"
    .long 0xc0000002, 4, 3, 0

#define STRIDE 16
#include "tables.S"
