/* One library at run time: its trampolines, and how its search ended.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD
 *
 * A call reaches a trampoline, which jumps to the address in its slot: at first into the loader
 * (lazynccl_resolve), which fills the slots. */
#pragma once

#include "lazynccl.h"
#include "runtime/library/description.h"

typedef void (*lazynccl_function)(void); /* any function; cast before the call */

/* A handler of lazynccl_on_absent() and its arguments. Assembly calls it, so that an exception that
 * it throws does not unwind through C frames, which may lack unwind tables. */
struct lazynccl_told {
    lazynccl_absent_handler handler;
    const char *name, *reason; /* `reason`: NULL until lazynccl_resolve() sets it */
    void *data;
    intptr_t saved; /* errno; not an int: lazynccl_keep() would also compare the padding */
};

/* A library's data, read-only except in stand-ins. Assembly reads the first 3 members. */
struct lazynccl_trampolines {
    lazynccl_function (*resolve)(lazynccl_library *, int index, const void *caller, void *registers,
                                 struct lazynccl_told *);
    lazynccl_library *library;
    lazynccl_function *slots; /* the jump targets, read-only once filled */
    const unsigned short *row_of_slot;  /* by slot: its index in `fallbacks` */
    const lazynccl_function *fallbacks; /* what absent calls reach; NULL: the program stops */
    int texts;       /* how many fallbacks return the reason; they are first in `fallbacks` */
    int answers;     /* how many of the next fallbacks are answers for "not installed" */
    int secure_stop; /* 1: with raised privileges, the program stops instead of getting an answer */
    int (*version)(lazynccl_function);  /* calls version_function; returns 0 on failure; or NULL */
    lazynccl_function
        version_fallback; /* fills slot `version_slot` if the library lacks the function; or NULL */
    int version_slot;
};

struct lazynccl_library {
    const struct lazynccl_description *description;
    const struct lazynccl_trampolines *trampolines;
    lazynccl_library *base; /* the library itself, or the base library of a suffix family */
    struct lazynccl_outcome *outcome; /* NULL until the first search. Atomic; success is final */
    struct lazynccl_library *after; /* next in the list of libraries with slots to fill */
    struct lazynccl_outcome *first; /* a small copy's static storage for its first outcome */
    int first_is_taken;             /* 1 once a search uses `first` */
    /* Set by the program before the first call, in the base library only. Atomic. */
    int minimum;      /* the version of lazynccl_require(), or 0 */
    const char *path; /* of lazynccl_set_path(), or NULL */
    void *handle;     /* of lazynccl_set_handle(), or NULL */
    int settings; /* how many times the program has changed the path or the handle */
    const struct lazynccl_told *on_absent; /* or NULL */
    int last_absent; /* the slot of the last absent function that any thread called. Atomic */
};

/* Every library of this build; suffix families follow their base library. Generated. The entry of a
 * library that is not linked in is NULL or, in a module linked by gold, the module's ELF header. */
LAZYNCCL_INTERNAL extern lazynccl_library *const lazynccl_libraries[];
LAZYNCCL_INTERNAL extern const int lazynccl_libraries_count;
LAZYNCCL_INTERNAL extern const char __ehdr_start[] __attribute__((weak)); /* of this module */

/* Loop over the libraries that are linked in, and over those of one base library. */
#define LAZYNCCL_FOR_EACH(each) for (int i_ = 0; i_ < lazynccl_libraries_count; i_++)              \
    for (lazynccl_library *each = lazynccl_libraries[i_];                                          \
        (uintptr_t)each > (uintptr_t)__ehdr_start; each = NULL)
#define LAZYNCCL_FOR_EACH_OF(base_, each) LAZYNCCL_FOR_EACH(each) if (each->base == (base_))

/* Returns the function that a first call jumps to. Finds, opens and resolves the library if needed.
 * If the function is absent, returns its fallback and keeps the reason for this thread's next error
 * string; if the program set a handler, first sets `told` and returns NULL: the trampoline calls
 * the handler, then this function again. `caller` is in the calling code; `registers` points to the
 * registers that src/runtime/jump/ saved, where stand-ins put the call's result. Keeps errno. */
lazynccl_function lazynccl_resolve(lazynccl_library *, int index, const void *caller,
                                   void *registers, struct lazynccl_told *told);

/* Returns the reason of this thread's last absent call, but only once; else NULL: then the
 * library's own function returns the text. */
const char *lazynccl_last_reason(lazynccl_library *);

/* The result of an absent function that returns a text: the same reason, or the library's last one
 * if another thread has overwritten this thread's reason. Never NULL. */
const char *lazynccl_absent_reason(lazynccl_library *);

/* The result of the error-string function of a slot: the library's own text followed by the reason,
 * or the reason alone if the library lacks the function. `own` and `reason` may be NULL. */
const char *lazynccl_add_reason(lazynccl_library *, int index, const char *own, const char *reason);
