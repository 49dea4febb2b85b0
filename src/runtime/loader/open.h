/* Opens candidates for a search.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/loader/attempt.h"

/* The `offer` and the `note` of an attempt's search: opens a candidate, and records a note. */
int lazynccl_try(struct lazynccl_search *, const char *path);
void lazynccl_try_note(struct lazynccl_search *, int mistake, const char *text);
