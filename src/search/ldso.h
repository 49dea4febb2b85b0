/* Where ld.so would find a name, for consumers that cannot ask it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_SEARCH_LDSO_H
#define LAZYNCCL_SEARCH_LDSO_H

#include "search/view.h"

/* Called with a file and with what leads ld.so to it. The walk stops at the first call that returns
 * non-zero. */
typedef int lazynccl_each_file(void *context, const char *path, enum lazynccl_via via);

/* Calls `each` with every file of that name where ld.so looks for this consumer, in its order.
 * Returns how many there were. Not looked at: glibc-hwcaps folders, which no library of ours
 * uses. */
int lazynccl_ldso_each(const struct lazynccl_view *, const char *soname, lazynccl_each_file *each,
                       void *context);

/* The folders that ld.so searches last, in its order; NULL ends them. A system has those in lib64
 * or the others, never both. */
extern const char *const lazynccl_ldso_defaults[];

/* This process's own list, as ld.so reports it for the module that holds lazynccl. 0, or -1. */
int lazynccl_ldso_folders(const struct lazynccl_view *, struct lazynccl_folders *);
void lazynccl_folders_free(struct lazynccl_folders *);

#endif
