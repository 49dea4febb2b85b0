/* Replaces the headers of the full search in the small variant.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "lazynccl.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define LAZYNCCL_CALLED_FROM(address) ((void)(address), NULL)
#ifdef __clang__ /* sanitizers do not see ld.so's lock, and put red zones between notes */
#define LAZYNCCL_READS_LDSO __attribute__((no_sanitize("thread", "memory")))
#define LAZYNCCL_NO_ASAN_REDZONES __attribute__((no_sanitize("address")))
#define LAZYNCCL_FOR_ASSEMBLY __attribute__((used))
#define COLD __attribute__((cold, minsize)) /* as small as with -Os */
#else
#define LAZYNCCL_READS_LDSO __attribute__((no_sanitize_thread))
#define LAZYNCCL_NO_ASAN_REDZONES
#define LAZYNCCL_FOR_ASSEMBLY __attribute__((used, externally_visible))
#define COLD __attribute__((cold)) /* as small as with -Os */
#endif

#ifdef __aarch64__ /* slots occupy whole pages of the largest size that the machine has */
#define LAZYNCCL_PAGE 0x10000
#else
#define LAZYNCCL_PAGE 0x1000
#define getauxval(page_size) LAZYNCCL_PAGE /* the only one */
#endif
#ifdef __GLIBC__ /* pthread_atfork() is in a static part of libpthread before glibc 2.34 */
extern void *__dso_handle __attribute__((visibility("hidden")));
__attribute__((visibility("default"))) int
__register_atfork(void (*before)(void), void (*parent)(void), void (*child)(void), void *module);
#define LAZYNCCL_AT_FORK(child) __register_atfork(NULL, NULL, child, __dso_handle)
#else /* musl has one version of each symbol */
#define LAZYNCCL_AT_FORK(child) pthread_atfork(NULL, NULL, child)
#define dlvsym(handle, symbol, version) ((void)(version), dlsym(handle, symbol))
#endif

/* NOW: symbols that the library itself lacks show here and not at some later call.
 * NODELETE: its threads and their keys would crash if it were unmapped. */
#define LAZYNCCL_DLOPEN (RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE)
#define LAZYNCCL_OUT_OF_MEMORY "out of memory"
#define LAZYNCCL_NOT_OPENED "not opened before lazynccl_freeze()"

/* An ELF note, kept by every linker, also under --gc-sections. */
#define LAZYNCCL_NOTE(name, where, kind, owner_size, owner_text, size, text)                       \
    LAZYNCCL_NO_ASAN_REDZONES                                                                      \
    __attribute__((section(where), used, aligned(4))) static const struct {                        \
        uint32_t owner_bytes, text_bytes, type;                                                    \
        char owner[(owner_size + 3) / 4 * 4], body[(size + 3) / 4 * 4];                            \
    } name = {owner_size, size, kind, owner_text, text}

typedef void (*lazynccl_function)(void); /* any function; cast before the call */

struct lazynccl_description {
    const char *sonames; /* in order of preference, before an empty text */
    const char *lacking; /* why a function is absent if the library is not */
    const char *symbols; /* the names, by slot */
    int versions; /* 0, or where `symbols` has the slots' list numbers, list distances, lists */
    int count;    /* of slots */
};

/* Constant. Assembly reads the first three members. */
struct lazynccl_trampolines {
    lazynccl_function (*resolve)(lazynccl_library *, int index, const void *caller,
                                 void *registers);
    lazynccl_library *library;
    lazynccl_function *slots;           /* what trampolines jump through */
    const unsigned short *row_of_slot;  /* which of these answers if the function is absent */
    const lazynccl_function *fallbacks; /* NULL: the program stops */
};

struct lazynccl_library {
    const struct lazynccl_description *description;
    const struct lazynccl_trampolines *trampolines;
    struct lazynccl_outcome *outcome; /* NULL: not opened yet. Atomic; success is final */
    struct lazynccl_outcome *first;   /* memory for one */
    int first_is_taken;
};

/* Immutable once published. */
struct lazynccl_outcome {
    void *handle;                      /* NULL: the library is not available */
    const char *fault;                 /* why; NULL if it is */
    const char *tried;                 /* the same; failures are told apart by it */
    int transient;                     /* 1: a resource had run out: the next call tries again */
    struct lazynccl_outcome *replaced; /* the failure before it; others may still read that */
    lazynccl_function found[];         /* by slot; NULL: absent. Then the text of `fault` */
};
#define TEXT_BYTES 256
#define OUTCOME_BYTES(count)                                                                       \
    (sizeof(struct lazynccl_outcome) + (size_t)(count) * sizeof(lazynccl_function) + TEXT_BYTES)

/* A library that a thread is opening; a record in a list that only grows. */
struct lazynccl_opening {
    struct lazynccl_opening *next;
    uintptr_t thread; /* 0: none, so any thread may use this record */
    const lazynccl_library *base;
    const char *name; /* for dlopen, as long as `handle` is NULL */
    void *handle;
};

COLD static const char *lazynccl_symbol_name(const struct lazynccl_description *desc, int index)
{
    const char *name = desc->symbols;

    while (index-- > 0)
        name += strlen(name) + 1;
    return name;
}

/* What the full search has here. */
#define lazynccl_base_of(library) (library)
#define lazynccl_is_frozen() __atomic_load_n(&lazynccl_frozen, __ATOMIC_ACQUIRE)
