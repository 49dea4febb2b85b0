/* The search's view of this process.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/search/view.h"

/* Lists the loaded objects; with an address only the object that holds it, which costs less.
 * Returns 0, or -1 if out of memory. */
int lazynccl_objects_list(struct lazynccl_objects *, const void *address);
void lazynccl_objects_free(struct lazynccl_objects *);

struct dl_phdr_info;

/* Calls dl_iterate_phdr and prevents a fork meanwhile, because the child would start with a lock
 * held. */
int lazynccl_objects_each(int (*each)(struct dl_phdr_info *, size_t, void *), void *context);

/* Fills the view of the module that holds lazynccl. `caller` is an address in the calling code, or
 * NULL. The view lives as long as `loaded` and the arena, whose error reports a lack of memory. */
struct lazynccl_view lazynccl_view_of_process(const struct lazynccl_objects *loaded,
                                              const void *caller, struct lazynccl_arena *);
