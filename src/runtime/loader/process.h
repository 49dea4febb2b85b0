/* The search's view of this process.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/search/view.h"
#include <pthread.h>

/* Lists the loaded objects; with an address only the object that holds it, which costs less.
 * Returns 0, or -1 if out of memory. */
int lazynccl_objects_list(struct lazynccl_objects *, const void *address);
void lazynccl_objects_free(struct lazynccl_objects *);

struct dl_phdr_info;

/* Calls dl_iterate_phdr. Prevents a fork meanwhile, whose child would start with a held lock. */
int lazynccl_objects_each(int (*each)(struct dl_phdr_info *, size_t, void *), void *context);

/* Like pthread_atfork(), which is in a static part of libpthread before glibc 2.34. The key is not
 * the compiler's __dso_handle, which is missing with -nostartfiles, but the one with which
 * lazynccl_is_closed() removes the handlers. musl never unloads a module. */
#ifdef __GLIBC__
__attribute__((visibility("default"))) int
__register_atfork(void (*before)(void), void (*parent)(void), void (*child)(void), void *key);
#define LAZYNCCL_AT_FORK(before, parent, child)                                                    \
    __register_atfork(before, parent, child, &lazynccl_times_kept)
#else
#define LAZYNCCL_AT_FORK(before, parent, child) pthread_atfork(before, parent, child)
#endif

/* Fills the view of the module that holds lazynccl. `caller` is an address in the calling code, or
 * NULL. The view lives as long as `loaded` and the arena, whose error reports a lack of memory. */
struct lazynccl_view lazynccl_view_of_process(const struct lazynccl_objects *loaded,
                                              const void *caller, struct lazynccl_arena *);
