/* Trampolines on i386: eax is free between a call and the function that it reaches, except for
 * functions that are declared with regparm.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
.macro lazynccl_page
    .balign 4096
.endm

.macro lazynccl_land
#if defined(__CET__) && (__CET__ & 1)
    endbr32
#endif
.endm

.macro lazynccl_jump library, index, name
    lazynccl_public \name
    lazynccl_land
#ifdef __PIC__
    call lazynccl_pc
1:  movl lazynccl_slots_\library+4*\index-1b(%eax), %eax
    jmp *%eax
#else
    jmp *lazynccl_slots_\library+4*\index
#endif
    .size \name, . - \name
.endm

.macro lazynccl_entry library, index, name
.Llazynccl_entry_\library\()_\index:
    lazynccl_land
    movl $\index, %eax
    jmp .Llazynccl_first_\library
.endm

.macro lazynccl_enter library
    pushl %eax
    .cfi_adjust_cfa_offset 4
#ifdef __PIC__
    call lazynccl_pc
1:  leal lazynccl_trampolines_\library-1b(%eax), %eax
#else
    movl $lazynccl_trampolines_\library, %eax
#endif
    jmp lazynccl_first
.endm

/* First call: the stack has the slot's number and the return address; eax has the library's
 * trampolines. Keeps ecx and edx for fastcall, and vector registers as x86_64.S does. ebx has the
 * mask of these; 1 if there is only FXSAVE; 0 if there are no vector registers. */
.macro lazynccl_call
    lazynccl_function lazynccl_pc
    movl (%esp), %eax
    ret
    .size lazynccl_pc, . - lazynccl_pc

    lazynccl_function lazynccl_first
    .cfi_startproc
    .cfi_def_cfa_offset 8
    pushl %ebp
    .cfi_def_cfa_offset 12
    .cfi_offset %ebp, -12
    movl %esp, %ebp
    .cfi_def_cfa_register %ebp
    pushl %ecx
    pushl %edx
    pushl %ebx
    .cfi_offset %ebx, -24
    pushl %eax
    subl $1728, %esp
    andl $-64, %esp
    .irp n, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60
    movl $0, 576+\n(%esp)
    .endr

    movl $1, %eax
    cpuid
    xorl %ebx, %ebx
    btl $25, %edx /* SSE */
    jnc 4f
    incl %ebx
    btl $27, %ecx /* OSXSAVE */
    jnc 3f
    movl $13, %eax
    movl $6, %ecx
    cpuid
    cmpl $1152, %ebx
    movl $0x46, %ebx
    jbe 2f
    movb $0x06, %bl
2:  movl %ebx, %eax
    xorl %edx, %edx
    xsave 64(%esp)
    jmp 4f
3:  fxsave 64(%esp)

4:  movl $0, 28(%esp) /* struct lazynccl_told is at 20 */
6:  leal 20(%esp), %ecx
    movl %ecx, 16(%esp)
    movl -16(%ebp), %eax
    movl 4(%eax), %ecx
    movl %ecx, (%esp)
    movl 4(%ebp), %ecx
    movl %ecx, 4(%esp)
    movl 8(%ebp), %ecx
    movl %ecx, 8(%esp)
    movl %ebp, 12(%esp)
    call *(%eax) /* resolve() */
    testl %eax, %eax
    jnz 7f
    movl 24(%esp), %eax
    movl %eax, (%esp)
    movl 28(%esp), %eax
    movl %eax, 4(%esp)
    movl 32(%esp), %eax
    movl %eax, 8(%esp)
    call *20(%esp) /* the handler */
    jmp 6b

7:  movl %eax, %ecx
    movl %ebx, %eax
    xorl %edx, %edx
    testl %ebx, %ebx
    jz 9f
    stmxcsr 88(%esp)
    fnstcw 64(%esp)
    testb $2, %bl
    jz 8f
    xrstor 64(%esp)
    jmp 9f
8:  fxrstor 64(%esp)
9:  movl %ecx, %eax
    leal -12(%ebp), %esp
    popl %ebx
    .cfi_restore %ebx
    popl %edx
    popl %ecx
    popl %ebp
    .cfi_restore %ebp
    .cfi_def_cfa %esp, 8
    addl $4, %esp
    .cfi_def_cfa_offset 4
    jmp *%eax
    .cfi_endproc
    .size lazynccl_first, . - lazynccl_first
.endm
