/* Opens candidates, and asks open libraries for their versions.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/library/library.h"
#include "runtime/search/search.h"
#include "runtime/search/text.h"

/* Tries a candidate, or notes what the search has to say, as lazynccl_visit; `context` is the
 * attempt. */
int lazynccl_try_candidate(void *context, const struct lazynccl_candidate *);

/* "has no V_1 of f", if an open library has the function of a slot that is absent, but only in
 * other versions; else NULL. In the arena. */
LAZYNCCL_COLD const char *lazynccl_lacking_version(struct lazynccl_arena *,
                                                   const lazynccl_library *, int index,
                                                   void *handle);
