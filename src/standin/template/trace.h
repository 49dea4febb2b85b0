/* The functions that a tracing stand-in's trampolines call.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/library/library.h"
#include "standin/template/ring.h"

/* A bit in the number of a slot: the trampoline found no ring to write to, so the first-call
 * routine records the call. The assembly defines the bit too. */
#define LAZYNCCL_TRACE_SLOT (1 << 20)

/* Returns this process's ring, or NULL. */
LAZYNCCL_INTERNAL struct lazynccl_ring *lazynccl_trace_ring(void);

/* Opens this process's ring, unless it has one. */
LAZYNCCL_INTERNAL void lazynccl_trace_begin(void);

/* Writes the time to the ring, from which readers compute the counter's rate. */
LAZYNCCL_INTERNAL void lazynccl_trace_note_time(void);

/* Writes to the ring the path of the library's file, once it is open. */
LAZYNCCL_INTERNAL void lazynccl_trace_note_file(void);

/* Records a call, with its arguments in saved registers and on the stack. */
LAZYNCCL_INTERNAL void lazynccl_trace_record(int function, const uint64_t *registers,
                                             const uint64_t *stack);

/* Return the thread pointer and the time counter. */
static inline uint64_t lazynccl_trace_thread(void)
{
    uint64_t value;

#if defined(__x86_64__)
    __asm__("movq %%fs:0, %0" : "=r"(value));
#elif defined(__aarch64__)
    __asm__("mrs %0, tpidr_el0" : "=r"(value));
#else
    __asm__("mv %0, tp" : "=r"(value));
#endif
    return value;
}

static inline uint64_t lazynccl_trace_counter(void)
{
#if defined(__x86_64__)
    return __builtin_ia32_rdtsc();
#else
    uint64_t value;

#if defined(__aarch64__)
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(value));
#else
    __asm__ volatile("rdtime %0" : "=r"(value));
#endif
    return value;
#endif
}

/* Called by the assembly before and after a function with `call` in its recipe.
 * lazynccl_trace_enter() returns the number of argument words on the stack; `frame` begins with the
 * frame pointer and the return address. */
LAZYNCCL_INTERNAL uint64_t lazynccl_trace_enter(int slot, const uint64_t *registers,
                                                const uint64_t *frame, const uint64_t *stack);
LAZYNCCL_INTERNAL void lazynccl_trace_leave(int slot, const uint64_t *registers, uint64_t result);
