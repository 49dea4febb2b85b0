/* The ELF objects that are loaded in a process.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/search/view.h"

#include <stddef.h>

/* Lists what is loaded now, or with an address only the object that holds it, if one does, which
 * costs less. Returns 0, or -1 if out of memory. */
int lazynccl_objects_list(struct lazynccl_objects *, const void *address);
void lazynccl_objects_free(struct lazynccl_objects *);

struct dl_phdr_info;

/* dl_iterate_phdr, during which no thread forks: the child would begin with a lock held. */
int lazynccl_objects_each(int (*each)(struct dl_phdr_info *, size_t, void *), void *context);

/* The object that holds an address, or NULL. */
const struct lazynccl_object *lazynccl_objects_at(const struct lazynccl_objects *, const void *);

/* The name by which the dynamic linker knows the object that has this path, "" for the program; or
 * NULL. */
const char *lazynccl_objects_name(const struct lazynccl_objects *, const char *path);

/* The next object after `last` (NULL: the first) that has one of these sonames and is not a
 * lazynccl build in its place; NULL: there is none. */
const struct lazynccl_object *lazynccl_objects_next(const struct lazynccl_objects *,
                                                    const struct lazynccl_object *last,
                                                    const char *const *sonames);
