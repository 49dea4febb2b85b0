/* Every compiler extension that lazynccl uses, each as one macro.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/library/platform.h"

#include <stddef.h>
#include <stdint.h>

/* The shared form is compiled with LAZYNCCL_EXPORTED; in every other form no name of ours leaves
 * the binary, so that we can neither capture the library's own calls nor be captured. */
#ifdef LAZYNCCL_EXPORTED
#define LAZYNCCL_PUBLIC __attribute__((visibility("default")))
#define LAZYNCCL_CALLED_FROM(address) (address)
#define LAZYNCCL_EXPORTS LAZYNCCL_MARKER_EXPORTS
#else
#define LAZYNCCL_PUBLIC __attribute__((visibility("hidden")))
#define LAZYNCCL_CALLED_FROM(address) ((void)(address), NULL) /* this module */
#define LAZYNCCL_EXPORTS 0
#endif
#define LAZYNCCL_CALLER LAZYNCCL_CALLED_FROM(__builtin_return_address(0))
#define LAZYNCCL_INTERNAL __attribute__((visibility("hidden")))
/* A vendored copy is one unit: its table has no gaps, and what its trampolines need is static, so
 * that they cannot take an archive's in the same link for their own: the link then ends with
 * "multiple definition" instead of mixing two versions. */
#ifdef LAZYNCCL_VENDORED
#define LAZYNCCL_WEAK LAZYNCCL_INTERNAL
#define LAZYNCCL_RUNTIME __attribute__((unused)) static
#else
#define LAZYNCCL_WEAK __attribute__((weak, visibility("hidden")))
#define LAZYNCCL_RUNTIME LAZYNCCL_INTERNAL
#endif

/* As pthread_atfork(), which is in a static part of libpthread before glibc 2.34, until dlclose()
 * of this module. musl closes nothing. */
#ifdef __GLIBC__
extern void *__dso_handle LAZYNCCL_INTERNAL;
__attribute__((visibility("default"))) int
__register_atfork(void (*before)(void), void (*parent)(void), void (*child)(void), void *module);
#define LAZYNCCL_AT_FORK(before, parent, child)                                                    \
    __register_atfork(before, parent, child, __dso_handle)
#else
#define LAZYNCCL_AT_FORK(before, parent, child) pthread_atfork(before, parent, child)
#endif

/* In a type: what lies there may be declared with another one. */
#define LAZYNCCL_MAY_ALIAS __attribute__((may_alias))

#define LAZYNCCL_PRINTF(text, first) __attribute__((format(printf, text, first)))

/* Before a function that reads what the dynamic linker wrote under its own lock. ThreadSanitizer
 * does not see the lock, and MemorySanitizer does not see the writing. */
#ifdef __clang__
#define LAZYNCCL_READS_LDSO __attribute__((no_sanitize("thread", "memory")))
#else
#define LAZYNCCL_READS_LDSO __attribute__((no_sanitize_thread))
#endif

/* Before a function that calls the library through an address from dlsym(), whose type clang's
 * control-flow integrity cannot know. */
#ifdef __clang__
#define LAZYNCCL_NO_CFI __attribute__((no_sanitize("cfi-icall")))
#else
#define LAZYNCCL_NO_CFI
#endif

/* clang's AddressSanitizer puts red zones even between notes, which must follow one another. */
#ifdef __clang__
#define LAZYNCCL_NO_ASAN_REDZONES __attribute__((no_sanitize("address")))
#else
#define LAZYNCCL_NO_ASAN_REDZONES
#endif

/* An ELF note of `size` bytes, text and final NUL included; kept by every linker, also under
 * --gc-sections. Owners of up to four bytes, NUL included, need four. */
#define LAZYNCCL_NOTE(name, where, kind, owner_size, owner_text, size, text)                       \
    LAZYNCCL_NO_ASAN_REDZONES                                                                      \
    __attribute__((section(where), used, aligned(4))) static const struct {                        \
        uint32_t owner_bytes, text_bytes, type;                                                    \
        char owner[(owner_size + 3) / 4 * 4], body[(size + 3) / 4 * 4];                            \
    } name = {owner_size, size, kind, owner_text, text}

/* The marker note: which library a build of lazynccl contains (a note for each), and how. Its type is
 * the sum of these. */
#define LAZYNCCL_MARKER_OWNER "lazynccl"
#define LAZYNCCL_MARKER_EXPORTS 1 /* it exports the library's names, so it may be taken for it */
#define LAZYNCCL_MARKER_SONAME 2  /* its search is that of ld.so, by SONAME; else it is full */
#define LAZYNCCL_MARKER_RELEASE (LAZYNCCL_VERSION << 8) /* which release of lazynccl made it */
#define LAZYNCCL_MARKER(name, kind, library)                                                       \
    LAZYNCCL_NOTE(name, ".note.lazynccl", (kind) | LAZYNCCL_MARKER_RELEASE,                        \
                  sizeof LAZYNCCL_MARKER_OWNER, LAZYNCCL_MARKER_OWNER, sizeof library, library)

/* Before a string literal that is longer than the 4095 bytes that ISO C guarantees. */
#define LAZYNCCL_EXTENSION __extension__

/* Before data that assembly names: kept, under its own name, by link-time optimization too. */
#ifdef __clang__
#define LAZYNCCL_FOR_ASSEMBLY __attribute__((used, visibility("hidden")))
#else
#define LAZYNCCL_FOR_ASSEMBLY __attribute__((used, externally_visible, visibility("hidden")))
#endif

/* Before a function that runs once, if at all, and so is to be small rather than fast. */
#define LAZYNCCL_COLD __attribute__((cold))

/* Before a function whose frame is not to be part of its caller's, which opens libraries: a whole
 * stack may have 8 kB. */
#define LAZYNCCL_NOINLINE __attribute__((noinline))
