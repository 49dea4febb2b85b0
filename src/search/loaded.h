/* The ELF objects that are loaded in a process.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_SEARCH_LOADED_H
#define LAZYNCCL_SEARCH_LOADED_H

#include <stdint.h>

struct lazynccl_object {
    const char *path;   /* absolute; "" if it is the program, "linux-vdso.so.1" if it is not a file;
                           if the file was loaded by a relative name and removed since, the kernel
                           adds " (deleted)" */
    const char *name;   /* by which the dynamic linker knows it */
    const char *soname; /* DT_SONAME; NULL: it has none */
    uintptr_t start, end;
    int ours; /* the kind of its marker note: it is or contains lazynccl; 0: it has none */
};

struct lazynccl_objects {
    struct lazynccl_object *list; /* in load order */
    int count;
    char *names, *maps; /* what it points to; NULL if that is kept elsewhere */
};

/* Lists what is loaded now, or with an address only the object that holds it, if one does, which
 * costs less. Returns 0, or -1 if memory is short. */
int lazynccl_objects_list(struct lazynccl_objects *, const void *address);
void lazynccl_objects_free(struct lazynccl_objects *);

/* The object that holds an address, or NULL. */
const struct lazynccl_object *lazynccl_objects_at(const struct lazynccl_objects *, const void *);

/* The next object after `last` (NULL: the first) that has one of these sonames and is not a
 * lazynccl build; NULL: there is none. */
const struct lazynccl_object *lazynccl_objects_next(const struct lazynccl_objects *,
                                                    const struct lazynccl_object *last,
                                                    const char *const *sonames);

#endif
