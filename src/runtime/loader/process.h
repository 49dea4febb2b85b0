/* This process, as the search sees it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/search/view.h"

/* The view of the module that holds lazynccl; `caller`: an address in what called it, or NULL.
 * Lives as long as `loaded` and the arena, whose error says if it is out of memory. */
struct lazynccl_view lazynccl_view_of_process(const struct lazynccl_objects *loaded,
                                              const void *caller, struct lazynccl_arena *);
