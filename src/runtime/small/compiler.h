/* The macros of the full variant's compiler.h and platform.h that a small copy needs.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "lazynccl.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define LAZYNCCL_CALLED_FROM(address) ((void)(address), NULL)
#define LAZYNCCL_CALLER NULL
#define LAZYNCCL_NOINLINE __attribute__((noinline))
#ifdef __clang__ /* sanitizers do not see ld.so's lock, and put red zones between notes */
#define LAZYNCCL_READS_LDSO __attribute__((no_sanitize("thread", "memory")))
#define LAZYNCCL_NO_ASAN_REDZONES __attribute__((no_sanitize("address")))
#define LAZYNCCL_NO_CFI __attribute__((no_sanitize("cfi-icall")))
#define LAZYNCCL_FOR_ASSEMBLY __attribute__((used))
#define COLD __attribute__((cold, minsize)) /* as small as with -Os */
#else
#define LAZYNCCL_READS_LDSO __attribute__((no_sanitize_thread))
#define LAZYNCCL_NO_ASAN_REDZONES
#define LAZYNCCL_NO_CFI
#define LAZYNCCL_FOR_ASSEMBLY __attribute__((used, externally_visible))
#define COLD __attribute__((cold)) /* as small as with -Os */
#endif

/* In a function: clang's assembler, with -g but without unwind tables, would move those of the assembly
 * in the same file to .debug_frame, where no exception finds them. */
#if defined(__clang__) && !defined(__arm__)
#define LAZYNCCL_KEEP_CFI                                                                          \
    __asm__ volatile(".ifndef .gasversion.\n.cfi_sections .eh_frame, .debug_frame\n.endif")
#else
#define LAZYNCCL_KEEP_CFI
#endif

#ifdef __aarch64__ /* slots occupy whole pages of the largest size that the machine has */
#define LAZYNCCL_PAGE 0x10000
#else
#define LAZYNCCL_PAGE 0x1000
#endif
#ifndef __GLIBC__ /* musl has one version of each symbol */
#define dlvsym(handle, symbol, version) ((void)(version), dlsym(handle, symbol))
#endif

/* An ELF note, kept by every linker, also under --gc-sections. */
#define LAZYNCCL_NOTE(name, where, kind, owner_size, owner_text, size, text)                       \
    LAZYNCCL_NO_ASAN_REDZONES                                                                      \
    __attribute__((section(where), used, aligned(4))) static const struct {                        \
        uint32_t owner_bytes, text_bytes, type;                                                    \
        char owner[(owner_size + 3) / 4 * 4], body[(size + 3) / 4 * 4];                            \
    } name = {owner_size, size, kind, owner_text, text}
