/* Decides whether an open object is the library.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/search/state.h"

/* Says why an open object is not the library; NULL if it is, and the outcome has its functions. */
const char *lazynccl_unfit(struct lazynccl_search *, void *handle);

/* Makes such an object the result of the search. */
void lazynccl_accept(struct lazynccl_search *, void *handle);
