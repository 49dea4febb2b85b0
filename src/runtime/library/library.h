/* One library at run time: its trampolines, and how its search ended.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD
 *
 * Trampolines and loader refer to each other by nature: a trampoline's first call asks the loader
 * (lazynccl_resolve), and the loader fills the trampolines' slots. The search uses neither. */
#pragma once

#include "lazynccl.h"
#include "runtime/library/description.h"

typedef void (*lazynccl_function)(void); /* any function; cast before the call */

struct lazynccl_outcome;

/* What of a library is constant at run time: read-only once the program is relocated. Assembly
 * reads the first three members. */
struct lazynccl_trampolines {
    lazynccl_function (*resolve)(lazynccl_library *, int index, const void *caller,
                                 void *registers);
    lazynccl_library *library;
    lazynccl_function *slots; /* what the trampolines jump through; each starts at its first
                               call. In pages of their own, read-only once filled */
    const unsigned short
        *row_of_slot; /* by slot, which of these answers if the function is absent */
    const lazynccl_function *fallbacks; /* NULL: none, the program stops */
    int (*version)(lazynccl_function);  /* calls version_function; 0: refused */
    lazynccl_function
        version_fallback; /* fills slot `version_slot` if the library lacks the function; or NULL */
    int version_slot;
};

struct lazynccl_library {
    const struct lazynccl_description *description;
    const struct lazynccl_trampolines *trampolines;
    lazynccl_library *base; /* itself; for a suffix family the library that owns its suffixes */
    struct lazynccl_outcome *outcome; /* NULL: not searched for yet. Atomic; success is final */
    /* Set by the program before the first call; used in the base library only. Atomic. */
    int minimum;
    const char *path;
    void *handle;
    uintptr_t wraps; /* the newest wrapper, or 0; 1 more once no more may be added. Atomic */
    int last_absent; /* the slot of the absent function that any thread called last. Atomic */
};

/* Every library of this build, NULL for those that the program does not link; suffix families
 * after their base library. Generated. */
LAZYNCCL_INTERNAL extern lazynccl_library *const lazynccl_libraries[];
LAZYNCCL_INTERNAL extern const int lazynccl_libraries_count;

/* What a first call jumps to: the function of a slot, for which it finds, opens and resolves the
 * library, or what answers if that is absent; then the reason is kept for this thread's next
 * question for an error string. caller: an address in the code that called; registers: where
 * src/runtime/jump/ keeps those of the call, which stand-ins answer in. Keeps errno. */
LAZYNCCL_RUNTIME lazynccl_function lazynccl_resolve(lazynccl_library *, int index,
                                                    const void *caller, void *registers);

/* The reason why this thread's last absent call failed, once; NULL: ask the library. */
LAZYNCCL_RUNTIME const char *lazynccl_last_reason(lazynccl_library *);

/* The text of an absent function that returns one: the same reason, or the library's last one if
 * another thread has overwritten this thread's. Never NULL. */
LAZYNCCL_RUNTIME const char *lazynccl_absent_reason(lazynccl_library *);

/* What the error-string function of a slot returns: the library's own text and the reason after it;
 * if the library does not have the function, the reason alone. Either may be NULL. */
LAZYNCCL_RUNTIME const char *lazynccl_add_reason(lazynccl_library *, int index, const char *own,
                                                 const char *reason);
