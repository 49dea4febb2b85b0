/* What a first call needs of the variant that it is built into.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD
 *
 * The full search has these in attempt.c, open.c, related.c, absent.c, keep.c and report.c. */
#pragma once

#include "runtime/loader/outcome.h"

/* No DEEPBIND: AddressSanitizer refuses to run with it.
 * NOW: symbols that the library itself lacks show here and not at some later call.
 * LOCAL: its names must not answer other objects' lookups (a hundred of NCCL's in a Python).
 * NODELETE: it has threads and thread-key destructors; unmapped under them it crashes. */
#define LAZYNCCL_DLOPEN (RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE)

#define LAZYNCCL_OUT_OF_MEMORY "out of memory; the next call searches again"

/* Finds and opens a library, between lazynccl_opening_begin() and _end(), and resolves its symbols;
 * publishes nothing. NULL if out of memory. */
struct lazynccl_outcome *lazynccl_find_and_open(lazynccl_library *, const void *caller);
void lazynccl_outcome_free(struct lazynccl_outcome *);

/* 1 if an address that dlsym found must not be called, because the call may come back to us. */
int lazynccl_leads_to_build(lazynccl_function);

/* The name that serves for one that the open library lacks: for a suffixed name the plain one, for
 * a plain name that with the newest suffix. Returns 1 if there is one. */
#ifndef LAZYNCCL_WITHOUT_RELATED
int lazynccl_other_name(const lazynccl_library *, const char *name, void *handle, int major,
                        char other[LAZYNCCL_SYMBOL_BYTES]);
#else
#define lazynccl_other_name(library, name, handle, major, other) ((void)(major), (void)(other), 0)
#endif

/* Notes that this thread called an absent function, for who asks for the reason. Allocates nothing.
 * A note may be overwritten by another thread's. */
void lazynccl_absent_note(lazynccl_library *, int index);

/* Frees what the variant keeps, when the module is closed. */
void lazynccl_keep_free(void);

/* The text of lazynccl_error(), kept. `index`: a slot, or -1 for the library itself; NULL if it is
 * there. */
LAZYNCCL_COLD const char *lazynccl_reason_for(lazynccl_library *, int index);

/* After an outcome was published, with LAZYNCCL_DEBUG. */
LAZYNCCL_COLD void lazynccl_print_warning(lazynccl_library *);

/* Ends the program for the reason why a function is absent; `strict`: though it could answer. */
LAZYNCCL_COLD _Noreturn void lazynccl_stop(lazynccl_library *, int index, int strict);
