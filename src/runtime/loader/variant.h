/* What a first call needs from its variant: the full search, or that of small copies.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/loader/outcome.h"
#include <link.h>

/* No DEEPBIND, because AddressSanitizer refuses to run with it.
 * NOW: reports symbols that the library itself lacks here and not at a later call.
 * LOCAL: keeps the library's names out of other objects' lookups (NCCL alone adds a hundred).
 * NODELETE: the library has threads and thread-key destructors, which crash after an unmap. */
#define LAZYNCCL_DLOPEN (RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE)

/* The entry of an open object in ld.so's list. In glibc and musl, a handle is its address, which
 * dlinfo() would return as well. */
#define lazynccl_map_of(handle) ((const struct link_map *)(handle))
/* The dynamic section of the module that contains this build; NULL in a static program. */
extern ElfW(Dyn) _DYNAMIC[] __attribute__((weak));

#define LAZYNCCL_NO_REASON "refused by the dynamic linker" /* if a tool consumed dlerror() */
#define LAZYNCCL_IS_NO_LIBRARY "not a shared library"
#define LAZYNCCL_IS_FOR_LINKING "for linking only, not the real library"
#define LAZYNCCL_OUT_OF_MEMORY "out of memory; the next call searches again"
#define LAZYNCCL_OPENED_MEANWHILE "opened by another thread"

/* Finds and opens a library between lazynccl_opening_begin() and _end() and resolves its symbols.
 * Publishes nothing. `caller`: NULL if unknown, the library before main(). NULL: out of memory. */
struct lazynccl_outcome *lazynccl_find_and_open(lazynccl_library *, const void *caller);
void lazynccl_outcome_free(const lazynccl_library *, struct lazynccl_outcome *);

/* Fills the slots of a library once and makes them read-only, so that nothing can redirect a call.
 * Absent functions keep their initial slot. Does nothing if the outcome that this thread published
 * is a failure, or NULL. */
void lazynccl_fill_slots(lazynccl_library *, const struct lazynccl_outcome *);

/* Returns the fallback of an absent function, or NULL if the call must not return. */
lazynccl_function lazynccl_fallback_of(lazynccl_library *, int index);

/* Returns 1 if a call of an address from dlsym may return to lazynccl; -1: not known now. */
int lazynccl_leads_to_build(lazynccl_function);

/* Return 1 if a loaded object is a lazynccl build, or a copy of the library (0 for NULL). */
int lazynccl_is_build(const struct link_map *);
int lazynccl_is_copy(const struct lazynccl_description *, const struct link_map *);

/* Returns 1, and fills `told`, if the program's handler must still be called for an absent
 * function. Exempt are functions that return an error's text, and calls of the library's
 * constructors, through which no exception may pass. */
int lazynccl_must_tell(lazynccl_library *, int index, struct lazynccl_told *told);

/* Restores what errno was before the handler was called. */
#define lazynccl_restore_errno(told) ((void)(errno = (int)(told)->saved))

/* Keeps the object of a handle in memory for the life of the process. Returns 0, or -1 if the
 * handle is invalid. */
int lazynccl_pin(void *handle);

/* Records that this thread called an absent function, so that the reason can be reported. Allocates
 * nothing. Another thread's record may overwrite it. */
void lazynccl_absent_note(lazynccl_library *, int index);

/* Frees what lazynccl_keep() has stored. */
void lazynccl_keep_free(void);

/* Returns the text of lazynccl_error(), kept. `index` is a slot, or -1 for the library itself. NULL
 * if it is available. */
LAZYNCCL_COLD const char *lazynccl_reason_for(lazynccl_library *, int index);

/* Called by the thread that published an outcome, if LAZYNCCL_DEBUG is set. */
LAZYNCCL_COLD void lazynccl_print_warning(lazynccl_library *);

/* Prints the reason why a function is absent. The second ends the program with it. */
LAZYNCCL_COLD void lazynccl_print_reason(lazynccl_library *, int index);
LAZYNCCL_COLD _Noreturn void lazynccl_stop(lazynccl_library *, int index);
