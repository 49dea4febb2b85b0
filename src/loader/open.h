/* Opening what the search names.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_LOADER_OPEN_H
#define LAZYNCCL_LOADER_OPEN_H

#include "loader/attempt.h"

/* Tries a candidate, or notes what the search has to say; `context` is the attempt. */
enum lazynccl_verdict lazynccl_try_candidate(void *context, const struct lazynccl_candidate *);

/* 1 if this thread is opening the library right now, and was called back: by its constructors, or
 * by the function that was asked for its version. Then a symbol of it comes from what is being
 * opened, and is NULL if that does not export it, or if nothing is being opened. Keeps errno. */
int lazynccl_opening(const lazynccl_library *);
lazynccl_symbol lazynccl_symbol_while_opening(lazynccl_library *, int index);

#endif
