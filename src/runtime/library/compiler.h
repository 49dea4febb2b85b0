/* Every compiler extension that lazynccl uses, each as one macro.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/library/platform.h"

#include <stddef.h>
#include <stdint.h>

/* The shared library is compiled with LAZYNCCL_EXPORTED. In every other variant the binary exports
 * none of the names, so that it can neither capture the library's own calls nor be captured. A
 * vendored copy with LAZYNCCL_EXPORTED exports the library's functions, and none of lazynccl.h. */
#ifdef LAZYNCCL_EXPORTED
#define LAZYNCCL_FUNCTION __attribute__((visibility("default")))
#define LAZYNCCL_CALLED_FROM(address) (address)
#define LAZYNCCL_EXPORTS LAZYNCCL_MARKER_EXPORTS
#else
#define LAZYNCCL_FUNCTION __attribute__((visibility("hidden")))
#define LAZYNCCL_CALLED_FROM(address) ((void)(address), NULL) /* this module */
#define LAZYNCCL_EXPORTS 0
#endif
#define LAZYNCCL_CALLER LAZYNCCL_CALLED_FROM(__builtin_return_address(0))
#define LAZYNCCL_INTERNAL __attribute__((visibility("hidden")))
/* A vendored copy is one unit. Its table has no gaps, and the data of its trampolines is static, so
 * that it cannot bind to an archive in the same link. Such a link fails with "multiple definition"
 * instead of mixing two versions. */
#ifdef LAZYNCCL_VENDORED
#define LAZYNCCL_PUBLIC LAZYNCCL_INTERNAL
#define LAZYNCCL_WEAK LAZYNCCL_INTERNAL
#define LAZYNCCL_RUNTIME __attribute__((unused)) static
#else
#define LAZYNCCL_PUBLIC LAZYNCCL_FUNCTION
#define LAZYNCCL_WEAK __attribute__((weak, visibility("hidden")))
#define LAZYNCCL_RUNTIME LAZYNCCL_INTERNAL
#endif

/* Like pthread_atfork(), which is in a static part of libpthread before glibc 2.34, but ends with
 * lazynccl_is_closed(). The compiler's key of a module, __dso_handle, is missing with
 * -nostartfiles. musl never unloads a module. */
#ifdef __GLIBC__
__attribute__((visibility("default"))) int
__register_atfork(void (*before)(void), void (*parent)(void), void (*child)(void), void *key);
#define LAZYNCCL_AT_FORK(before, parent, child)                                                    \
    __register_atfork(before, parent, child, &lazynccl_times_kept)
#else
#define LAZYNCCL_AT_FORK(before, parent, child) pthread_atfork(before, parent, child)
#endif

#define LAZYNCCL_PRINTF(text, first) __attribute__((format(printf, text, first)))

/* For a function that reads data that the dynamic linker wrote under its own lock. ThreadSanitizer
 * does not see the lock, and MemorySanitizer does not see the write. */
#ifdef __clang__
#define LAZYNCCL_READS_LDSO __attribute__((no_sanitize("thread", "memory")))
#else
#define LAZYNCCL_READS_LDSO __attribute__((no_sanitize_thread))
#endif

/* For a function that calls the library through an address from dlsym(). The control-flow integrity
 * check of clang cannot know its type. */
#ifdef __clang__
#define LAZYNCCL_NO_CFI __attribute__((no_sanitize("cfi-icall")))
#else
#define LAZYNCCL_NO_CFI
#endif

/* In a function: clang's assembler, with -g but without unwind tables, would move those of the assembly
 * in the same file to .debug_frame, where no exception finds them. */
#if defined(__clang__) && !defined(__arm__)
#define LAZYNCCL_KEEP_CFI                                                                          \
    __asm__ volatile(".ifndef .gasversion.\n.cfi_sections .eh_frame, .debug_frame\n.endif")
#else
#define LAZYNCCL_KEEP_CFI
#endif

/* clang's AddressSanitizer puts red zones even between notes, which must follow one another. */
#ifdef __clang__
#define LAZYNCCL_NO_ASAN_REDZONES __attribute__((no_sanitize("address")))
#else
#define LAZYNCCL_NO_ASAN_REDZONES
#endif

/* A stand-in has no API. */
#ifdef LAZYNCCL_STANDIN
#define LAZYNCCL_WITHOUT_HANDLER
#endif

/* An ELF note of `size` bytes, text and final NUL included; kept by every linker, also under
 * --gc-sections. Owners of up to four bytes, NUL included, need four. */
#define LAZYNCCL_NOTE(name, where, kind, owner_size, owner_text, size, text)                       \
    LAZYNCCL_NO_ASAN_REDZONES                                                                      \
    __attribute__((section(where), used, aligned(4))) static const struct {                        \
        uint32_t owner_bytes, text_bytes, type;                                                    \
        char owner[(owner_size + 3) / 4 * 4], body[(size + 3) / 4 * 4];                            \
    } name = {owner_size, size, kind, owner_text, text}

/* The marker note: which library a build of lazynccl contains (a note for each), and how. Its type
 * is the sum of these. */
#define LAZYNCCL_MARKER_OWNER "lazynccl"
#define LAZYNCCL_MARKER_EXPORTS 1                       /* exports the library's names */
#define LAZYNCCL_MARKER_SONAME 2                        /* searches as ld.so does, by SONAME */
#define LAZYNCCL_MARKER_RELEASE (LAZYNCCL_VERSION << 8) /* the lazynccl release that built it */
#define LAZYNCCL_MARKER(name, kind, library)                                                       \
    LAZYNCCL_NOTE(name, ".note.lazynccl", (kind) | LAZYNCCL_MARKER_RELEASE,                        \
                  sizeof LAZYNCCL_MARKER_OWNER, LAZYNCCL_MARKER_OWNER, sizeof library, library)

/* For a string literal longer than the 4095 bytes that ISO C guarantees. */
#define LAZYNCCL_EXTENSION __extension__

/* For data that assembly names: link-time optimization must keep it and its name. */
#ifdef __clang__
#define LAZYNCCL_FOR_ASSEMBLY __attribute__((used, visibility("hidden")))
#else
#define LAZYNCCL_FOR_ASSEMBLY __attribute__((used, externally_visible, visibility("hidden")))
#endif

/* Placed before a function that runs at most once, where size matters more than speed. */
#define LAZYNCCL_COLD __attribute__((cold))

/* For a function whose frame must not be merged into its caller's. The caller opens libraries, and
 * a whole stack may have 8 kB. */
#define LAZYNCCL_NOINLINE __attribute__((noinline))
