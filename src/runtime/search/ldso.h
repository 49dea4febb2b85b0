/* Where ld.so would find a name.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/search/view.h"

/* Adds one unless it is among them already. */
void lazynccl_folders_add(struct lazynccl_folders *, const char *path, enum lazynccl_via via);

/* Called with a file and with what leads ld.so to it. The walk stops at the first call that returns
 * non-zero. */
typedef int lazynccl_each_file(void *context, const char *path, enum lazynccl_via via);

/* Calls `each` with every file of that name where ld.so looks for this target, in its order.
 * Returns how many there were, or -1 if out of memory. Not looked at: glibc-hwcaps and other
 * folders for some processors. Where these, or anything else, may lead ld.so to another file, and
 * ld.so can be asked, `each` gets the bare soname before the first file, for ld.so to find. */
int lazynccl_ldso_each(const struct lazynccl_view *, const char *soname, lazynccl_each_file *each,
                       void *context);

/* The folders that ld.so searches.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

/* The folders that ld.so searches last, in its order; NULL ends them. A system has those in lib64
 * or the others, never both. */
extern const char *const lazynccl_ldso_defaults[];

/* This process's own list, as ld.so reports it for the module that holds lazynccl. */
void lazynccl_ldso_folders(const struct lazynccl_view *, struct lazynccl_folders *);
