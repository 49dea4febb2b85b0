/* This process, as the search sees it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/search/view.h"

/* Lists what is loaded now, or with an address only the object that holds it, if one does, which
 * costs less. Returns 0, or -1 if out of memory. */
int lazynccl_objects_list(struct lazynccl_objects *, const void *address);
void lazynccl_objects_free(struct lazynccl_objects *);

struct dl_phdr_info;

/* dl_iterate_phdr, during which no thread forks: the child would begin with a lock held. */
int lazynccl_objects_each(int (*each)(struct dl_phdr_info *, size_t, void *), void *context);

/* The view of the module that holds lazynccl; `caller`: an address in what called it, or NULL.
 * Lives as long as `loaded` and the arena, whose error says if it is out of memory. */
struct lazynccl_view lazynccl_view_of_process(const struct lazynccl_objects *loaded,
                                              const void *caller, struct lazynccl_arena *);
