/* ELF objects, as far as the search must know them before and after they are opened.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_SEARCH_LOADED_H
#define LAZYNCCL_SEARCH_LOADED_H

#include <stddef.h>
#include <stdint.h>

/* Kinds of marker notes. What holds lazynccl for itself is no library that it stands in for, but
 * may well be a network plugin. */
enum { LAZYNCCL_FORM = 1, LAZYNCCL_NET_FORM = 2 };
#define LAZYNCCL_FORM_OF(is) ((is)->plugin ? LAZYNCCL_NET_FORM : LAZYNCCL_FORM)
#define LAZYNCCL_MARKER_OWNER "lazynccl"
#define LAZYNCCL_MARKER(name, form)                                                                \
    LAZYNCCL_NOTE(name, ".note.lazynccl", form, sizeof LAZYNCCL_MARKER_OWNER,                      \
                  LAZYNCCL_MARKER_OWNER, 4, "0.1")

/* Something loaded in this process. */
struct lazynccl_object {
    char *path;   /* absolute; "" if it is the program, "linux-vdso.so.1" if it is no file */
    char *soname; /* DT_SONAME; NULL: it has none */
    uintptr_t start, end;
    int ours; /* which form of lazynccl it is or holds; 0: none */
};

struct lazynccl_objects {
    struct lazynccl_object *list; /* in load order */
    int count;
};

/* Lists what is loaded now. Returns 0, or -1 if memory is short. */
int lazynccl_objects_list(struct lazynccl_objects *);

/* The same with only the object that holds an address, if one does. Costs less. */
int lazynccl_objects_only(struct lazynccl_objects *, const void *address);

void lazynccl_objects_free(struct lazynccl_objects *);

/* The program's file, to be freed; NULL if that cannot be told. Costs as much as listing all. */
char *lazynccl_program_path(void);

/* The object that holds an address, or NULL. */
const struct lazynccl_object *lazynccl_objects_at(const struct lazynccl_objects *, const void *);

/* Why a file must not be given to dlopen, in `text`; NULL if it may. dlopen refuses a broken file
 * by itself, save three kinds: a truncated one kills the process (SIGBUS), a FIFO never returns,
 * and one of our own forms would be taken for the real library: of this kind, or a higher one. */
const char *lazynccl_file_fault(const char *path, int form, char *text, size_t size);

/* 1 if there is a folder of that name, readable or not. */
int lazynccl_is_folder(const char *path);

/* 1 if there is a file, a folder or a dangling link of that name, or if that cannot be told for
 * lack of permission, so that who opens it learns why; 0 if there is none. */
int lazynccl_exists(const char *path);

#endif
