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

/* Saves or restores the registers that may hold arguments if ebx is their width in bytes. rax is in
 * the middle of the memory for them, which makes the instructions short. */
.macro lazynccl_vectors operation, move, register, bytes
    cmpl $\bytes, %ebx
    jne 5f
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7
    .ifc \operation, save
    \move %\register\n, \bytes*\n-128(%rax)
    .else
    \move \bytes*\n-128(%rax), %\register\n
    .endif
    .endr
5:
.endm

/* At first: the return address, the slot's number, and the library's trampolines in r11. Saves the
 * vector registers that may hold arguments: all of the state, as `xsave` saves it, would not fit on a
 * stack of 8 kB. Their width is the largest that the system has enabled, which is read once, or less
 * if XGETBV(1) says that the wider parts are not in use. To touch these would leave them in use, so
 * that SSE code runs slower until somebody's vzeroupper, and 512 bits lower some processors' clock.
 * lazynccl_width has the width in bytes, and 1 more if there is XGETBV(1); ebx the width in use. */
.macro lazynccl_call
    .local lazynccl_width
    .comm lazynccl_width, 4, 4
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
    subq $576, %rsp /* the first 64 for struct lazynccl_told, and at 56 the library's trampolines */
    andq $-64, %rsp
    movq $0, 16(%rsp)
    movq %r11, 56(%rsp)
    cmpl $0, lazynccl_width(%rip)
    jne 4f

    movl $1, %eax
    xorl %ecx, %ecx
    cpuid
    movl $16, %r8d
    btl $27, %ecx /* OSXSAVE */
    jnc 3f
    xorl %ecx, %ecx
    xgetbv
    notl %eax
    testb $0x06, %al /* SSE, AVX */
    jnz 3f
    movl $32, %r8d
    testb $0xe0, %al /* AVX-512's three */
    jnz 2f
    movl $64, %r8d
2:  movl $13, %eax
    movl $1, %ecx
    cpuid
    btl $2, %eax /* XGETBV(1) */
    adcl $0, %r8d
3:  movl %r8d, lazynccl_width(%rip)

4:  movl lazynccl_width(%rip), %ebx
    btrl $0, %ebx
    jnc 5f
    movl $1, %ecx
    xgetbv
    testb $0x40, %al /* the upper halves of the first 16 zmm */
    jnz 5f
    movl $32, %ebx
    testb $0x04, %al /* the upper halves of ymm */
    jnz 5f
    movl $16, %ebx
5:  leaq 192(%rsp), %rax
    lazynccl_vectors save, movups, xmm, 16
    lazynccl_vectors save, vmovups, ymm, 32
    lazynccl_vectors save, vmovups, zmm, 64
6:  movq 56(%rsp), %r11
    movq 8(%r11), %rdi
    movl 8(%rbp), %esi
    movq 16(%rbp), %rdx
    movq %rbp, %rcx
    movq %rsp, %r8
    call *(%r11)
    movq %rax, %r11
    testq %rax, %rax
    jnz 7f
    movq 8(%rsp), %rdi
    movq 16(%rsp), %rsi
    movq 24(%rsp), %rdx
    call *(%rsp)
    jmp 6b

7:  cmpl $16, lazynccl_width(%rip)
    je 4f
    vzeroupper /* parts that are not restored were zero, but the constructors may have used them */
4:  leaq 192(%rsp), %rax
    lazynccl_vectors restore, movups, xmm, 16
    lazynccl_vectors restore, vmovups, ymm, 32
    lazynccl_vectors restore, vmovups, zmm, 64
    leaq -72(%rbp), %rsp
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
