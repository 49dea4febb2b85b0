/* One library at run time: its trampolines, and how its search ended.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD
 *
 * Trampolines and loader refer to each other by nature: a trampoline's first call asks the loader
 * (lazynccl_resolve), and the loader fills the trampolines' slots. The search uses neither. */
#pragma once

#include "lazynccl.h"
#include "runtime/library/description.h"

typedef void (*lazynccl_function)(void); /* any function; cast before the call */

/* A handler of lazynccl_on_absent() and its call. Assembly makes the call: an exception of the handler
 * passes no frame of C, which may lack unwind tables. */
struct lazynccl_told {
    lazynccl_absent_handler handler;
    const char *name, *reason; /* `reason` is NULL before the call */
    void *data;
    intptr_t saved; /* errno; of this size, so that there is no padding to compare */
};

/* The read-only data of a library, protected after relocation. Assembly reads the first three
 * members. */
struct lazynccl_trampolines {
    lazynccl_function (*resolve)(lazynccl_library *, int index, const void *caller, void *registers,
                                 struct lazynccl_told *);
    lazynccl_library *library;
    lazynccl_function *slots; /* the jump targets, on separate pages, read-only once filled */
    const unsigned short *row_of_slot;  /* which of these is called if a slot's function is absent */
    const lazynccl_function *fallbacks; /* NULL if none, so that the program stops */
    int texts;                          /* how many of them, the first ones, return the reason */
    int answers;     /* how many of them, the next ones, only stand for "not installed" */
    int secure_stop; /* 1 if not with raised privileges */
    int (*version)(lazynccl_function);  /* calls version_function; 0: refused; NULL: it has none */
    lazynccl_function
        version_fallback; /* fills slot `version_slot` if the library lacks the function; or NULL */
    int version_slot;
};

struct lazynccl_library {
    const struct lazynccl_description *description;
    const struct lazynccl_trampolines *trampolines;
    lazynccl_library *base; /* the library itself, or the base library of a suffix family */
    struct lazynccl_outcome *outcome; /* NULL until the first search. Atomic; success is final */
    struct lazynccl_library *after; /* whose slots, on the same pages, will be filled after these */
    struct lazynccl_outcome *first; /* of a small copy: one, which dlclose() frees */
    int first_is_taken;
    /* Set by the program before the first call; used in the base library only. Atomic. */
    int minimum;
    const char *path;
    void *handle;
    int settings; /* how often the program has changed the path or the handle */
    const struct lazynccl_told *on_absent; /* or NULL */
    int last_absent; /* the slot of the absent function that any thread called last. Atomic */
};

/* Every library of this build. NULL for those that the program does not link. Suffix families
 * follow their base library. Generated. */
LAZYNCCL_INTERNAL extern lazynccl_library *const lazynccl_libraries[];
LAZYNCCL_INTERNAL extern const int lazynccl_libraries_count;

/* Loop over the libraries that are linked, and over those of a base library. The others are NULL; in
 * a module that gold linked, they are its ELF header. */
#define LAZYNCCL_FOR_EACH(each) for (int i_ = 0; i_ < lazynccl_libraries_count; i_++)              \
    for (lazynccl_library *each = lazynccl_libraries[i_];                                          \
        (uintptr_t)each > (uintptr_t)__ehdr_start; each = NULL)
#define LAZYNCCL_FOR_EACH_OF(base_, each) LAZYNCCL_FOR_EACH(each) if (each->base == (base_))

/* Returns the function that a first call jumps to. Finds, opens and resolves the library if needed.
 * If the function is absent, returns its fallback and keeps the reason for this thread's next error
 * string; but first returns NULL if the handler in `told` must be called. `caller` is an address in
 * the calling code; `registers` points to the argument registers that src/runtime/jump/ saved, where
 * stand-ins store the result. Preserves errno. */
lazynccl_function lazynccl_resolve(lazynccl_library *, int index,
                                                    const void *caller, void *registers,
                                                    struct lazynccl_told *told);

/* Returns, once, the reason why this thread's last absent call failed; NULL if the library must be
 * asked. */
const char *lazynccl_last_reason(lazynccl_library *);

/* The result of an absent function that returns a text: the same reason, or the library's last one
 * if another thread has overwritten this thread's reason. Never NULL. */
const char *lazynccl_absent_reason(lazynccl_library *);

/* The result of the error-string function of a slot: the library's own text followed by the reason,
 * or the reason alone if the library lacks the function. Either may be NULL. */
const char *lazynccl_add_reason(lazynccl_library *, int index, const char *own,
                                                 const char *reason);
