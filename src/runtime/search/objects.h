/* The ELF objects that are loaded in a process.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_SEARCH_OBJECTS_H
#define LAZYNCCL_SEARCH_OBJECTS_H

#include <stddef.h>
#include <stdint.h>

struct lazynccl_object {
    const char *path;   /* absolute; "" of the program (lazynccl_program_file) or if it cannot be
                           told, "linux-vdso.so.1" if it is not a file; the kernel adds " (deleted)"
                           if   that is so */
    const char *name;   /* by which the dynamic linker knows it */
    const char *soname; /* DT_SONAME; NULL: it has none */
    uintptr_t start, end;
    const uint32_t *exports; /* its DT_GNU_HASH, if that tells all names that dlsym finds in it and
                                in what it needs; NULL: dlsym must be asked */
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

struct dl_phdr_info;

/* dl_iterate_phdr, during which no thread forks: the child would begin with a lock held. */
int lazynccl_objects_each(int (*each)(struct dl_phdr_info *, size_t, void *), void *context);

/* The object that holds an address, or NULL. */
const struct lazynccl_object *lazynccl_objects_at(const struct lazynccl_objects *, const void *);

/* The name by which the dynamic linker knows the object that has this path, "" for the program; or
 * NULL. */
const char *lazynccl_objects_name(const struct lazynccl_objects *, const char *path);

/* The next object after `last` (NULL: the first) that has one of these sonames and is not a
 * lazynccl build; NULL: there is none. */
const struct lazynccl_object *lazynccl_objects_next(const struct lazynccl_objects *,
                                                    const struct lazynccl_object *last,
                                                    const char *const *sonames);

#endif
