/* Decides whether an open object is the library.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/search/state.h"

/* Takes an open object (NULL: dlopen() failed just now) if it is the library; otherwise says why
 * it is not. */
void lazynccl_take(struct lazynccl_search *, void *handle, const char *path);
