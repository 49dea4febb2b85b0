/* The trampolines of a library: macros of the assembler, one file a machine.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD
 *
 * `.S` files include these macros; a vendored copy has them as the text of an asm statement. Each
 * machine defines, for slot number `index` of `library`:
 *   lazynccl_jump   the public function: a landing pad and one jump through the slot
 *   lazynccl_entry  where the slot starts, if the machine needs an entry for each function
 *   lazynccl_slot   the slot
 *   lazynccl_enter  where all entries of a library continue: jumps to lazynccl_first
 *   lazynccl_call   lazynccl_first: keeps all registers of arguments, calls the `resolve` of the
 *                   library's struct lazynccl_trampolines, jumps to the function that it returns. If
 *                   that is NULL, calls the handler in struct lazynccl_told, then `resolve` again.
 *                   src/standin/template/first.c knows where the registers are kept
 */
#ifndef __arm__ /* ARM's unwind tables differ; exceptions need these even if C code has none */
    .cfi_sections .eh_frame, .debug_frame
#endif

.macro lazynccl_function name
    .type \name, %function
\name:
.endm

.macro lazynccl_public name
    .globl \name
#ifndef LAZYNCCL_EXPORTED
    .hidden \name
#endif
    lazynccl_function \name
.endm

#if defined(__x86_64__) && !defined(__ILP32__)
#include "runtime/jump/x86_64.S"
#elif defined(__AARCH64EL__) && !defined(__ILP32__)
#include "runtime/jump/aarch64.S"
#elif defined(__riscv) && defined(__riscv_float_abi_double) && __riscv_xlen == 64
#include "runtime/jump/riscv64.S"
#elif defined(__s390x__)
#include "runtime/jump/s390x.S"
#elif defined(__powerpc64__) && _CALL_ELF == 2 && defined(__LITTLE_ENDIAN__)
#include "runtime/jump/ppc64le.S"
#elif defined(__i386__)
#include "runtime/jump/i386.S"
#elif defined(__arm__) && defined(__ARM_PCS_VFP) && __ARM_ARCH >= 7 && defined(__ARMEL__)
#include "runtime/jump/armhf.S"
#endif

/* If a trampoline leaves the address of its slot in a register, all slots start with the same
 * address. Otherwise each slot starts with a separate entry, which loads the slot's number. */
#if defined(__i386__) || defined(__arm__)
.macro lazynccl_slot library, index, name
    .long .Llazynccl_entry_\library\()_\index
.endm
#elif defined(__x86_64__) || defined(__s390x__) || defined(__powerpc64__)
.macro lazynccl_slot library, index, name
    .quad .Llazynccl_entry_\library\()_\index
.endm
#else
.macro lazynccl_entry library, index, name
.endm

.macro lazynccl_slot library, index, name
    .quad .Llazynccl_first_\library
.endm
#endif

.macro lazynccl_same_page
    .balign 8
.endm

/* Everything for one library. `functions` is a macro that calls `what library, index, name` for
 * each function. The slots become read-only: therefore `page` separates them from other data,
 * unless all data of `section` becomes read-only with them. */
.macro lazynccl_library library, functions, page, section
    .pushsection .text
    .cfi_startproc
    \functions lazynccl_jump
    lazynccl_function lazynccl_entries_\library
    \functions lazynccl_entry
.Llazynccl_first_\library:
    lazynccl_enter \library
    .size lazynccl_entries_\library, . - lazynccl_entries_\library
    .cfi_endproc
    .popsection
    .pushsection \section, "aw", %progbits
    \page
    .globl lazynccl_slots_\library
    .hidden lazynccl_slots_\library
    .type lazynccl_slots_\library, %object
lazynccl_slots_\library:
    \functions lazynccl_slot
    \page
    .size lazynccl_slots_\library, . - lazynccl_slots_\library
    .popsection
.endm
