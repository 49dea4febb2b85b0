/* The trampolines of a tracing stand-in jump here on x86-64, with their slot's number in r11.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD
 *
 * A recipe counts words from the saved rdi on: six registers, rax, the return address, the stack. */
.macro lazynccl_save register
    pushq %\register
    .cfi_adjust_cfa_offset 8
.endm
.macro lazynccl_restore register
    popq %\register
    .cfi_adjust_cfa_offset -8
.endm

    lazynccl_function lazynccl_standin_trace
    .cfi_startproc
    .irp register, rax, r9, r8, rcx, rdx, rsi, rdi
    lazynccl_save \register
    .endr
    movq lazynccl_trace_state(%rip), %r8
    testq %r8, %r8
    jz 2f
    movq (%r8), %rsi /* the ring */
    cmpq $1, %rsi
    jb 2f
    je 1f
    movl $1, %eax
    lock xaddq %rax, 64(%rsi) /* the call's number */
    movq %rax, %rcx
    andq 72(%rsi), %rcx
    shlq $6, %rcx
    addq %rsi, %rcx
    addq 80(%rsi), %rcx /* the record */
    movq $0, (%rcx)
    movl %r11d, %r9d
    shlq $4, %r9
    addq 8(%r8), %r9 /* its recipe */
    leal 1(%rax), %esi
    movl %r11d, %edi
    cmpl 16(%r8), %edi /* a function that returns the text of an error has a second slot */
    jb 3f
    subl 16(%r8), %edi
3:  shlq $48, %rdi
    orq %fs:0, %rdi
    movq %rdi, 8(%rcx)
    .irp i, 0, 1, 2, 3, 4
    movzbl \i(%r9), %edx
    movq (%rsp,%rdx,8), %rdx
    movq %rdx, 16+8*\i(%rcx)
    rorq $13, %rdi
    xorq %rdx, %rdi
    .endr
    rdtsc
    shlq $32, %rdx
    orq %rdx, %rax
    movq %rax, 56(%rcx)
    rorq $13, %rdi
    xorq %rax, %rdi
    movq %rdi, %rdx /* the last line of lazynccl_ring_check() */
    shrq $32, %rdx
    xorl %edx, %edi
    xorl %esi, %edi
    shlq $32, %rdi
    orq %rsi, %rdi
    movq %rdi, (%rcx)
1:  movq lazynccl_trampolines_standin+16(%rip), %rax
    movq (%rax,%r11,8), %r11
    .cfi_remember_state
    .irp register, rdi, rsi, rdx, rcx, r8, r9, rax
    lazynccl_restore \register
    .endr
    jmp *%r11
    .cfi_restore_state
2:  .irp register, rdi, rsi, rdx, rcx, r8, r9, rax
    lazynccl_restore \register
    .endr
    orl $(1 << 20), %r11d /* LAZYNCCL_TRACE_SLOT */
    jmp lazynccl_standin_first
    .cfi_endproc
    .size lazynccl_standin_trace, . - lazynccl_standin_trace

    lazynccl_function lazynccl_standin_call
    .cfi_startproc
    pushq %rbp
    .cfi_def_cfa_offset 16
    .cfi_offset %rbp, -16
    movq %rsp, %rbp
    .cfi_def_cfa_register %rbp
    .irp register, rax, r9, r8, rcx, rdx, rsi, rdi, r11
    pushq %\register
    .endr
    movl %r11d, %edi /* the slot's number */
    leaq 8(%rsp), %rsi
    movq %rbp, %rdx
    leaq 16(%rbp), %rcx
    call lazynccl_trace_enter
    movq %rax, %rcx /* words of arguments on the stack, which are copied for the call */
    leaq (,%rax,8), %rdx
    subq %rdx, %rsp
    andq $-16, %rsp
    leaq 16(%rbp), %rsi
    movq %rsp, %rdi
    rep movsq
    movl -64(%rbp), %r11d
    movq lazynccl_trampolines_standin+16(%rip), %rax
    movq (%rax,%r11,8), %r11
    movq -56(%rbp), %rdi
    movq -48(%rbp), %rsi
    movq -40(%rbp), %rdx
    movq -32(%rbp), %rcx
    movq -24(%rbp), %r8
    movq -16(%rbp), %r9
    movq -8(%rbp), %rax
    call *%r11 /* the function */
    movq %rax, -8(%rbp)
    leaq -64(%rbp), %rsp
    movl -64(%rbp), %edi
    leaq -56(%rbp), %rsi
    movq %rax, %rdx
    call lazynccl_trace_leave
    movq -8(%rbp), %rax
    leave
    .cfi_def_cfa %rsp, 8
    ret
    .cfi_endproc
    .size lazynccl_standin_call, . - lazynccl_standin_call
