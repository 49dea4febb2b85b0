/* Trampolines on x86-64: r11 is free between a call and the function that it reaches.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
.macro lazynccl_page
    .balign 4096
.endm

.macro lazynccl_land
#if defined(__CET__) && (__CET__ & 1)
    endbr64
#endif
.endm

.macro lazynccl_jump library, index, name
    lazynccl_public \name
    lazynccl_land
    jmp *lazynccl_slots_\library+8*\index(%rip)
    .size \name, . - \name
.endm

.macro lazynccl_entry library, index, name
.Llazynccl_entry_\library\()_\index:
    lazynccl_land
    movl $\index, %r11d
    jmp .Llazynccl_first_\library
.endm

.macro lazynccl_enter library
    pushq %r11
    .cfi_adjust_cfa_offset 8
    leaq lazynccl_trampolines_\library(%rip), %r11
    jmp lazynccl_first
.endm

/* First call: the stack has the slot's number and the return address; r11 has the library's
 * trampolines. Saves the vector registers that may hold arguments. XSAVE gets a mask, because the
 * whole state would not fit on a stack of 8 kB. XSAVE records which parts are in use, and XRSTOR
 * leaves the others unused. Used parts would slow down SSE code until the next vzeroupper, and the
 * use of zmm lowers the clock of some processors. Floating-point modes stay as the constructors
 * set them. lazynccl_xsave_mask is 0 at first, then the mask: SSE, AVX, and the upper halves
 * of zmm if the area reserved below has room for them; or 1 if the processor has only FXSAVE. */
.macro lazynccl_call
    .local lazynccl_xsave_mask
    .comm lazynccl_xsave_mask, 4, 4
    lazynccl_function lazynccl_first
    .cfi_startproc
    .cfi_def_cfa_offset 16
    pushq %rbp
    .cfi_def_cfa_offset 24
    .cfi_offset %rbp, -24
    movq %rsp, %rbp
    .cfi_def_cfa_register %rbp
    .irp register, rax, rdi, rsi, rdx, rcx, r8, r9, r10, rbx
    pushq %\register
    .endr
    .cfi_offset %rbx, -96
    subq $1728, %rsp /* first 64 bytes: struct lazynccl_told, and at 56 the library's trampolines */
    andq $-64, %rsp
    movq %r11, 56(%rsp)
    leaq 576(%rsp), %rdi /* XSAVE's header, of which it writes only a part */
    movl $8, %ecx
    xorl %eax, %eax
    movq %rax, 16(%rsp)
    rep stosq

    orl lazynccl_xsave_mask(%rip), %eax
    jnz 2f
    incl %eax
    cpuid
    movl $1, %eax
    btl $27, %ecx /* OSXSAVE */
    jnc 1f
    movl $13, %eax
    movl $6, %ecx
    cpuid
    movl $0x06, %eax
    cmpl $1152, %ebx
    ja 1f
    movb $0x46, %al
1:  movl %eax, lazynccl_xsave_mask(%rip)

2:  movl %eax, %ebx
    xorl %edx, %edx
    testb $2, %al
    jz 3f
    xsave 64(%rsp)
    jmp 4f
3:  fxsave 64(%rsp)

4:  movq 56(%rsp), %r11
    movq 8(%r11), %rdi
    movl 8(%rbp), %esi
    movq 16(%rbp), %rdx
    movq %rbp, %rcx
    movq %rsp, %r8
    call *(%r11) /* resolve() */
    movq %rax, %r11
    testq %rax, %rax
    jnz 5f
    movq 8(%rsp), %rdi
    movq 16(%rsp), %rsi
    movq 24(%rsp), %rdx
    call *(%rsp) /* the handler */
    jmp 4b

5:  stmxcsr 88(%rsp)
    fnstcw 64(%rsp)
    movl %ebx, %eax
    xorl %edx, %edx
    testb $2, %al
    jz 6f
    xrstor 64(%rsp)
    jmp 7f
6:  fxrstor 64(%rsp)
7:  leaq -72(%rbp), %rsp
    .irp register, rbx, r10, r9, r8, rcx, rdx, rsi, rdi, rax, rbp
    popq %\register
    .endr
    .cfi_def_cfa %rsp, 16
    .cfi_restore %rbp
    .cfi_restore %rbx
    addq $8, %rsp
    .cfi_def_cfa_offset 8
    jmp *%r11
    .cfi_endproc
    .size lazynccl_first, . - lazynccl_first
.endm
