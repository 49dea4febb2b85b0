/* Where ld.so finds a name, and the folders that it searches.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/search/view.h"

/* Adds a folder unless the list has it. */
void lazynccl_folders_add(struct lazynccl_folders *, const char *path, enum lazynccl_via via);

/* Called with a file and the reason why ld.so searches there. A non-zero result ends the walk. */
typedef int lazynccl_each_file(void *context, const char *path, enum lazynccl_via via);

/* Calls `each` with every file of that name that ld.so would consider for this target, in ld.so's
 * order. Returns their number, or -1 if out of memory. glibc-hwcaps and other processor-specific
 * folders are skipped. If these or another mechanism may change ld.so's choice, and ld.so can be
 * asked, the first call of `each` gets the bare soname, which ld.so resolves. */
int lazynccl_ldso_each(const struct lazynccl_view *, const char *soname, lazynccl_each_file *each,
                       void *context);

/* The folders that ld.so searches last, in order, ended by NULL. A system has those in lib64 or the
 * others, never both. */
extern const char *const lazynccl_ldso_defaults[];

/* Returns this process's folders, as ld.so reports them for the module that holds lazynccl. */
void lazynccl_ldso_folders(const struct lazynccl_view *, struct lazynccl_folders *);
