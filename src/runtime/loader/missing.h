/* Distinguishes a library that is not installed from one that failed, as ld.so does.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/loader/outcome.h"

/* Returns 1 if the call must stop the program, although its fallback value is an answer: an answer
 * is for a library that is not installed or has a newer minor, or an optional function. */
int lazynccl_withholds_answer(const lazynccl_library *, int index, const struct lazynccl_outcome *);

/* Returns the error that keeps ld.so from reading its cache, so that it finds less than is
 * installed; 0 if none does. */
int lazynccl_cache_error(void);

/* Ends the program at its start if the library failed and an answer of one of its functions would
 * hide that. A shared library's constructors must not end a process: there, such a call ends it. */
void lazynccl_check_answers(lazynccl_library *, const struct lazynccl_outcome *);
