/* A target, and the answers that the search needs about it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/files/elf.h"
#include "runtime/library/library.h"
#include "runtime/search/ldso.h"
#include "runtime/search/view.h"

/* The program, module, process or Python whose view the command takes. From target_open(). */
struct target {
    struct lazynccl_view view; /* the first member: its functions cast it to the target */
    const char *root;          /* a folder that is taken as /, or "" */
    struct lazynccl_objects objects;
    struct elf_file file;        /* the module or program; without a handle: there is none */
    const struct target *loader; /* the file that needs this one; its RPATH counts; or NULL */
    char *module;                /* the path of `file`, or a name in the Python's site-packages */
    const char *program;         /* of the process or the Python, without links; or NULL */
    char *skipped;  /* the first python3 in PATH, if it starts another program; else NULL */
    char *who;      /* "libcusparse.so.12 in /venv (python 3.11)" */
    char *sites[8]; /* the Python's site-packages, in sys.path's order */
    int site_count;
    int is_system_python; /* 1: pip refuses to install into this Python (PEP 668) */
    const char *from;     /* the file that was named; NULL: none */
    int pid;              /* 0: no process */
    char **environment;   /* "NAME=value", then NULL: the command's own, or the process's */
};

/* Returns the path by which to open a path of the target, to be freed; NULL and errno if none. */
char *view_inside(const struct target *, const char *path);

/* Returns the prefix of the Python whose lib/python3.N/site-packages is, or contains, this path; to
 * be freed. NULL: the path is no Python's. */
char *view_prefix(const char *path);

/* Returns the folder that $ORIGIN means in a search path of the target, to be freed; NULL: unknown.
 * In LD_LIBRARY_PATH, $ORIGIN is the program's folder. */
char *view_origin(const struct target *, enum lazynccl_via);

/* Returns the folder that $LIB means, which has the system's libc: "lib64"; NULL: unknown. */
const char *view_lib(const struct target *);

/* Returns an element of a search path with $ORIGIN and $LIB replaced, also in braces, to be freed.
 * $PLATFORM and tokens whose value is NULL are left: such an element matches nothing. */
char *view_expand(const char *element, size_t length, const char *origin, const char *lib);

/* Returns the value of a variable in the target's environment, or NULL. */
const char *view_variable(const struct lazynccl_view *, const char *name);

/* Adds the folders in which ld.so looks for what the target's file needs. */
void view_folders(const struct lazynccl_view *, struct lazynccl_folders *);

/* Adds a loaded file, whose soname may be NULL. `is_build`: it is a build of lazynccl. */
void view_add_object(struct target *, const char *path, const char *soname, int is_build);

/* Returns 1 if a file is for the machine of the file `needing` it; ld.so skips other files. */
int view_fits(const struct elf_file *needing, const struct elf_file *);

/* Returns 1 if the file is linked with musl, for which NVIDIA builds no libraries. */
int view_is_musl(const struct elf_file *);

/* Every file that ld.so would consider for a target and a soname, in ld.so's order. The loaded
 * files of a process come first. Skips files for another machine and those that cannot be opened,
 * as ld.so does; includes files that ld.so would fail to load. If there is no such file, the walk
 * has the first link that leads nowhere, because the link shows why. */
struct view_walk {
    const struct target *target;
    const char *soname;
    int object; /* the index of the next loaded file */
    struct lazynccl_arena arena;
    struct lazynccl_walk files;
    enum lazynccl_via via;         /* what led ld.so to the last file */
    char *path;                    /* the last file's */
    int found;                     /* 1: a file was returned */
    char *skipped;                 /* the first link that leads nowhere, or NULL */
    enum lazynccl_via skipped_via; /* what led ld.so to that link */
    char *denied;                  /* the first file that this user may not read, or NULL */
};

void view_walk_begin(struct view_walk *, const struct target *, const char *soname);

/* Returns the path to open of the next file, valid until the next call; NULL: there is none. */
const char *view_walk_next(struct view_walk *);
void view_walk_free(struct view_walk *);
