/* Opens candidates, and asks open libraries for their versions.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/loader/attempt.h"

/* Returns 1 if the candidate is accepted, 0 to try the next one; -1 with errno if the candidate
 * cannot be examined now, in which case no other may replace it. */
typedef int lazynccl_try(struct lazynccl_attempt *, const struct lazynccl_candidate *);

/* Tries a candidate or records a note of the search. */
int lazynccl_try_candidate(struct lazynccl_attempt *, const struct lazynccl_candidate *);

/* Makes a search and tries each candidate, and an interposer after the last. Returns as
 * lazynccl_try. */
int lazynccl_attempt_search(struct lazynccl_attempt *, struct lazynccl_search *, lazynccl_try *);

/* Returns "has no V_1 of f" if an open library has the function of an absent slot only in other
 * versions; otherwise NULL. In the arena. */
LAZYNCCL_COLD const char *lazynccl_lacking_version(struct lazynccl_arena *,
                                                   const lazynccl_library *, int index,
                                                   void *handle);
