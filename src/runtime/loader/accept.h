/* Decides whether an open object is the library.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/search/state.h"

/* Accepts an open object if it is the library; otherwise records why it is not. `handle` is NULL if
 * dlopen() has just failed. */
void lazynccl_take(struct lazynccl_search *, void *handle, const char *path);
