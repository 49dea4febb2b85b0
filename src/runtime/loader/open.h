/* Opens candidates.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/library/library.h"
#include "runtime/search/search.h"

/* Tries a candidate, or notes what the search has to say, as lazynccl_visit; `context` is the
 * attempt. */
int lazynccl_try_candidate(void *context, const struct lazynccl_candidate *);

/* 1 if this thread is opening the library right now, and was called back: by its constructors, or
 * by the function that was asked for its version. Then a symbol of it comes from what is being
 * opened, and is NULL if that does not export it, or if nothing is being opened. Keeps errno. */
int lazynccl_opening(const lazynccl_library *);
lazynccl_symbol lazynccl_symbol_while_opening(lazynccl_library *, int index);

/* The object that a handle stands for, as a list of one; of none, if it stands for the program or
 * for nothing. Returns 0, or -1 if out of memory. */
int lazynccl_object_of(void *handle, struct lazynccl_objects *own);
