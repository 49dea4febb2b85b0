/* Tells a library that is not installed from one that failed, as ld.so does.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/loader/outcome.h"

/* Returns 1 if the fallback of a function is an answer that must not stand for the failure in this
 * outcome (NULL: none yet): the library is installed, and the function is not optional. */
int lazynccl_withholds_answer(const lazynccl_library *, int index, const struct lazynccl_outcome *);

/* Returns the error that keeps ld.so from reading its cache, so that it finds less than is
 * installed; 0 if none does. */
int lazynccl_cache_error(void);

/* Ends the program at its start if the library failed and an answer of one of its functions would
 * hide that. A shared library must not end the process in a constructor: it ends at such a call. */
void lazynccl_check_answers(lazynccl_library *, const struct lazynccl_outcome *);
