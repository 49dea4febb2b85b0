/* Opens candidates, and asks open libraries for their versions.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/library/library.h"
#include "runtime/search/search.h"
#include "runtime/search/text.h"

/* Tries a candidate or records a note of the search, as lazynccl_visit; `context` is the attempt.
 */
int lazynccl_try_candidate(void *context, const struct lazynccl_candidate *);

/* Returns "has no V_1 of f" if an open library has the function of an absent slot only in other
 * versions; otherwise NULL. In the arena. */
LAZYNCCL_COLD const char *lazynccl_lacking_version(struct lazynccl_arena *,
                                                   const lazynccl_library *, int index,
                                                   void *handle);
