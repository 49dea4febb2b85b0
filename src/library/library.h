/* One library as the generated code describes it and as the runtime finds it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_LIBRARY_LIBRARY_H
#define LAZYNCCL_LIBRARY_LIBRARY_H

#include "library/platform.h"

#include "lazynccl.h"
#include <stddef.h>
#include <stdint.h>

/* Every compiler extension that we use stands here. */

/* The shared form is compiled with LAZYNCCL_EXPORTED; in every other form no name of ours leaves
 * the binary, so that we can neither capture the library's own calls nor be captured. */
#ifdef LAZYNCCL_EXPORTED
#define LAZYNCCL_PUBLIC __attribute__((visibility("default")))
#define LAZYNCCL_CALLER __builtin_return_address(0)
#else
#define LAZYNCCL_PUBLIC __attribute__((visibility("hidden")))
#define LAZYNCCL_CALLER NULL
#endif
#define LAZYNCCL_INTERNAL __attribute__((visibility("hidden")))
/* A vendored copy is one unit: its table has no gaps, and what its trampolines need is static, so
 * that an archive's in the same link cannot take it for their own: the link then ends with
 * "multiple definition" instead of mixing two versions. */
#ifdef LAZYNCCL_VENDORED
#define LAZYNCCL_WEAK LAZYNCCL_INTERNAL
#define LAZYNCCL_RUNTIME __attribute__((unused)) static
#else
#define LAZYNCCL_WEAK __attribute__((weak, visibility("hidden")))
#define LAZYNCCL_RUNTIME LAZYNCCL_INTERNAL
#endif
#define LAZYNCCL_PRINTF(text, first) __attribute__((format(printf, text, first)))

/* Of a function that reads what the dynamic linker wrote under its own lock, which
 * ThreadSanitizer does not see. */
#define LAZYNCCL_UNWATCHED __attribute__((no_sanitize_thread))

/* AddressSanitizer of clang puts red zones even between notes, which must follow one another. */
#ifdef __clang__
#define LAZYNCCL_DENSE __attribute__((no_sanitize("address")))
#else
#define LAZYNCCL_DENSE
#endif

/* An ELF note of `size` bytes, text and final NUL included; kept by every linker, also under
 * --gc-sections. Owners of up to four bytes, NUL included, need four. */
#define LAZYNCCL_NOTE(name, where, kind, owner_size, owner_text, size, text)                       \
    LAZYNCCL_DENSE __attribute__((section(where), used, aligned(4))) static const struct {         \
        uint32_t owner_bytes, text_bytes, type;                                                    \
        char owner[(owner_size + 3) / 4 * 4], body[(size + 3) / 4 * 4];                            \
    } name = {owner_size, size, kind, owner_text, text}

/* Before a string literal that is longer than the 4095 bytes that ISO C promises. */
#define LAZYNCCL_LONG __extension__

/* A slot's value. gcc makes `jmp *slot` of a plain load, one jump and no more, but not of an atomic
 * one; on x86-64 both are the same instruction as far as the processor is concerned. */
#if defined(__x86_64__) && !defined(__SANITIZE_THREAD__) && !defined(__clang__)
#define LAZYNCCL_SLOT(object, function) slot_##object.function
#elif defined(__x86_64__)
#define LAZYNCCL_SLOT(object, function) __atomic_load_n(&slot_##object.function, __ATOMIC_RELAXED)
#else
#define LAZYNCCL_SLOT(object, function) __atomic_load_n(&slot_##object.function, __ATOMIC_ACQUIRE)
#endif

/* The real function behind slot number `index`, or NULL if it is absent. */
#define LAZYNCCL_REAL(object, function, index)                                                     \
    ((__typeof__(slot_##object.function))real_##object(index, LAZYNCCL_CALLER))

/* Before a function that is called from hundreds of places and so must not be copied into them. */
#define LAZYNCCL_APART __attribute__((noinline))

typedef void (*lazynccl_symbol)(void); /* any function; cast before the call */

struct lazynccl_added {
    int version; /* major*10000 + minor*100 + patch */
    int first;   /* symbols from this index up to the next row's came with it */
};

struct lazynccl_removed {
    int version;
    int index;
};

/* What a stub says of a library; constant. Lists end with NULL. */
struct lazynccl_description {
    const char *name;                /* "nccl", as in LAZYNCCL's messages */
    const char *title;               /* "NCCL" */
    const char *const *sonames;      /* in order of preference */
    const char *const *wheels;       /* folders below site-packages that hold it */
    const char *const *roots;        /* variables that name an installation of it alone */
    const char *const *packages;     /* PyPI's names, newest CUDA first */
    const char *companion;           /* "libnvrtc-builtins.so.%d.%d": opened with it; or NULL */
    const char *partner;             /* the library whose version must fit; or NULL */
    int partner_order;               /* -1: must not be newer than the partner; 1: not older */
    int cuda_named;                  /* 1: the soname's first number is CUDA's major */
    const char *version_function;    /* asked for the version */
    int (*version)(lazynccl_symbol); /* calls it; major*10000 + minor*100 + patch, 0: refused */
    const char *version_text;        /* stands before the version inside the file; or NULL */
    const char *symbols;             /* every name, each with its NUL, in slot order */
    int count;                       /* how many names, and slots */
    const struct lazynccl_added *added;
    int added_count;
    const struct lazynccl_removed *removed;
    int removed_count;
    void *slots;            /* `count` function pointers, each at its first-call function */
    const char *suffixed;   /* "__%s_%d_%d": name, major, minor; NULL: no such symbols */
    int highest_minor;      /* its suffix family's highest; plain: of all families */
    int unsuffixed_since;   /* plain: files before this version have the suffixed names alone */
    int family;             /* this suffix family's major; 0: the plain names */
    int answered;           /* a slot that `answer` fills where the library lacks it; */
    lazynccl_symbol answer; /* ... NULL: none */
    int absent_code;        /* what functions return that cannot be called */
    int plugin;             /* 1: a network plugin, which may hold lazynccl for itself */
};

struct lazynccl_outcome;

struct lazynccl_library {
    const struct lazynccl_description *is;
    lazynccl_library *root;           /* itself; for a suffix family the library that it is of */
    struct lazynccl_outcome *outcome; /* NULL: not looked for yet. Atomic; success is final */
    /* Set by the program before the first call; of the root alone. Atomic. */
    const char *path;
    void *handle;
    int minimum;
};

/* Every library of this build, those that the program does not link as NULL; suffix families
 * after their root. Generated. */
LAZYNCCL_INTERNAL extern lazynccl_library *const lazynccl_libraries[];
LAZYNCCL_INTERNAL extern const int lazynccl_libraries_count;

/* What files tell of every library that was described when this was generated, be it in this build
 * or not: name, title, sonames, companion, version_text, and no more. */
LAZYNCCL_INTERNAL extern const struct lazynccl_description lazynccl_known[];
LAZYNCCL_INTERNAL extern const int lazynccl_known_count;

/* The function behind a slot: finds, opens and resolves the library at the first call. NULL if it
 * is absent; then the reason is kept for this thread's next question for an error string.
 * caller: an address in the code that called, a hint for the search, or NULL. Keeps errno. */
LAZYNCCL_RUNTIME lazynccl_symbol lazynccl_resolve(lazynccl_library *, int index,
                                                  const void *caller);

/* The reason why this thread's last absent call failed, once, if it returned `code`;
 * NULL: ask the library. lazynccl_last_reason: the same, whatever the code. */
LAZYNCCL_RUNTIME const char *lazynccl_reason(lazynccl_library *, int code);
LAZYNCCL_RUNTIME const char *lazynccl_last_reason(lazynccl_library *);

/* What an error-string function answers where it is absent itself: never NULL. */
LAZYNCCL_RUNTIME const char *lazynccl_absent_string(lazynccl_library *);

#endif
