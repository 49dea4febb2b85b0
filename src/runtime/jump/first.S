/* The routine of every first call, in the archive, the shared library and stand-ins.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/jump/jump.S"

    .text
    .globl lazynccl_first
    .hidden lazynccl_first
#ifdef __i386__
    .globl lazynccl_pc
    .hidden lazynccl_pc
#elif defined(__powerpc64__)
    .globl lazynccl_keep_toc
    .hidden lazynccl_keep_toc
#endif
    lazynccl_call

#include "runtime/jump/notes.S"
