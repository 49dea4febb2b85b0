/* Every compiler extension that lazynccl uses, each as one macro.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/library/platform.h"

#include <stddef.h>
#include <stdint.h>

/* Without LAZYNCCL_EXPORTED, a build exports no names, so that calls inside the real library do not
 * reach it. With it, a vendored copy exports the library's functions, but none of lazynccl.h. */
#ifdef LAZYNCCL_EXPORTED
#define LAZYNCCL_FUNCTION __attribute__((visibility("default")))
#define LAZYNCCL_EXPORTS LAZYNCCL_MARKER_EXPORTS
#else
#define LAZYNCCL_FUNCTION __attribute__((visibility("hidden")))
#define LAZYNCCL_EXPORTS 0
#endif
#define LAZYNCCL_CALLED_FROM(address) (LAZYNCCL_EXPORTS ? (address) : NULL) /* NULL: unneeded */
#define LAZYNCCL_CALLER LAZYNCCL_CALLED_FROM(__builtin_return_address(0))
#define LAZYNCCL_INTERNAL __attribute__((visibility("hidden")))
#define LAZYNCCL_PUBLIC LAZYNCCL_FUNCTION
#define LAZYNCCL_WEAK __attribute__((weak, visibility("hidden"))) /* the generator drops it in copies */

#define LAZYNCCL_PRINTF(text, first) __attribute__((format(printf, text, first)))

#ifdef __clang__ /* sanitizers see neither ld.so's lock nor the type behind an address of dlsym() */
#define LAZYNCCL_READS_LDSO __attribute__((no_sanitize("thread", "memory")))
#define LAZYNCCL_NO_CFI __attribute__((no_sanitize("cfi-icall")))
#define LAZYNCCL_NO_ASAN_REDZONES __attribute__((no_sanitize("address"))) /* between notes */
#define LAZYNCCL_FOR_ASSEMBLY __attribute__((used, visibility("hidden"))) /* kept with its name */
#define COLD __attribute__((cold, minsize)) /* in vendored copies: for size, as with -Os */
#else
#define LAZYNCCL_READS_LDSO __attribute__((no_sanitize_thread))
#define LAZYNCCL_NO_CFI
#define LAZYNCCL_NO_ASAN_REDZONES
#define LAZYNCCL_FOR_ASSEMBLY __attribute__((used, externally_visible, visibility("hidden")))
#define COLD __attribute__((cold))
#endif

#ifndef __GLIBC__ /* musl has one version of each symbol */
#define dlvsym(handle, symbol, version) ((void)(version), dlsym(handle, symbol))
#endif

/* In a C function: with -g but without unwind tables for C, clang would put the trampolines' tables
 * into .debug_frame alone, where the unwinder does not look. */
#if defined(__clang__) && !defined(__arm__)
#define LAZYNCCL_KEEP_CFI                                                                          \
    __asm__ volatile(".ifndef .gasversion.\n.cfi_sections .eh_frame, .debug_frame\n.endif")
#else
#define LAZYNCCL_KEEP_CFI
#endif

/* An ELF note, kept by every linker, also under --gc-sections. Sizes include the final NUL. */
#define LAZYNCCL_NOTE(name, where, kind, owner_size, owner_text, size, text)                       \
    LAZYNCCL_NO_ASAN_REDZONES                                                                      \
    __attribute__((section(where), used, aligned(4))) static const struct {                        \
        uint32_t owner_bytes, text_bytes, type;                                                    \
        char owner[(owner_size + 3) / 4 * 4], body[(size + 3) / 4 * 4];                            \
    } name = {owner_size, size, kind, owner_text, text}

/* The marker note: a build of lazynccl has one for each library that it contains. The note's type
 * is the sum of these values. */
#define LAZYNCCL_MARKER_OWNER "lazynccl"
#define LAZYNCCL_MARKER_EXPORTS 1                       /* exports the library's names */
#define LAZYNCCL_MARKER_SONAME 2                        /* searches as ld.so does, by SONAME */
#define LAZYNCCL_MARKER_RELEASE (LAZYNCCL_VERSION << 8) /* the lazynccl release that built it */
#define LAZYNCCL_MARKER(name, kind, library)                                                       \
    LAZYNCCL_NOTE(name, ".note.lazynccl", (kind) | LAZYNCCL_MARKER_RELEASE,                        \
                  sizeof LAZYNCCL_MARKER_OWNER, LAZYNCCL_MARKER_OWNER, sizeof library, library)

/* Before a string literal over ISO C's 4095 bytes, so that -Wpedantic does not warn. */
#define LAZYNCCL_EXTENSION __extension__

/* Before a function that runs once in a process at most: size matters more than speed. */
#define LAZYNCCL_COLD __attribute__((cold))

/* Keeps a large frame out of a caller that later calls dlopen(): a stack may have only 8 kB. */
#define LAZYNCCL_NOINLINE __attribute__((noinline))
