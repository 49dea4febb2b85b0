/* Trampolines on i386: eax is free between a call and the function that it reaches, but for functions
 * that are declared with regparm.
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

/* Saves or restores the registers that may hold arguments if ebx is their width in bytes. */
.macro lazynccl_vectors operation, move, register, bytes
    cmpl $\bytes, %ebx
    jne 5f
    .irp n, 0, 1, 2
    .ifc \operation, save
    \move %\register\n, 48+\bytes*\n(%esp)
    .else
    \move 48+\bytes*\n(%esp), %\register\n
    .endif
    .endr
5:
.endm

/* At first: the return address, the slot's number, and the library's trampolines in eax. Keeps ecx and
 * edx of fastcall, and as much of the vector registers as x86_64.S does. ebx: their width. */
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
    subl $240, %esp
    andl $-16, %esp

    movl $1, %eax
    cpuid
    xorl %ebx, %ebx
    btl $25, %edx /* SSE */
    jnc 4f
    movl $16, %ebx
    btl $27, %ecx /* OSXSAVE */
    jnc 4f
    xorl %ecx, %ecx
    xgetbv
    pushl %eax /* what the system has enabled */
    movl $13, %eax
    movl $1, %ecx
    cpuid
    btl $2, %eax /* XGETBV(1) */
    popl %eax
    jnc 2f
    movl $1, %ecx
    xgetbv /* what is in use */
2:  movl $64, %ebx
    testb $0x40, %al /* the upper halves of zmm */
    jnz 4f
    movl $32, %ebx
    testb $0x04, %al /* the upper halves of ymm */
    jnz 4f
    movl $16, %ebx
4:
    lazynccl_vectors save, movups, xmm, 16
    lazynccl_vectors save, vmovups, ymm, 32
    lazynccl_vectors save, vmovups, zmm, 64

    movl $0, 28(%esp) /* struct lazynccl_told is at 20 */
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
    call *(%eax)
    testl %eax, %eax
    jnz 7f
    movl 24(%esp), %eax
    movl %eax, (%esp)
    movl 28(%esp), %eax
    movl %eax, 4(%esp)
    movl 32(%esp), %eax
    movl %eax, 8(%esp)
    call *20(%esp)
    jmp 6b

7:
    lazynccl_vectors restore, movups, xmm, 16
    lazynccl_vectors restore, vmovups, ymm, 32
    lazynccl_vectors restore, vmovups, zmm, 64

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
