/* A target, and what the search asks about it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/files/elf.h"
#include "runtime/library/library.h"
#include "runtime/search/ldso.h"
#include "runtime/search/view.h"

/* target_open() makes one. */
struct target {
    struct lazynccl_view view; /* the first member: its functions cast it to the target */
    const char *root;          /* a folder that is taken as /, or "" */
    struct lazynccl_objects objects;
    struct elf_file file;        /* the module or program that asks; no handle: there is none */
    const struct target *loader; /* the file that needs it, whose RPATH counts; NULL: unknown */
    char *module;                /* its path, or a name inside the Python's site-packages */
    const char *program;         /* of the process or the Python, without links; or NULL */
    char *skipped; /* what comes first in PATH as python3, but starts another program; NULL: none */
    char *who;     /* "libcusparse.so.12 in /venv (python 3.11)" */
    char *sites[8]; /* the Python's site-packages, in sys.path's order */
    int site_count;
    int is_system_python; /* pip refuses to install for it (PEP 668) */
    const char *from;     /* the file that was named; NULL: none */
    int pid;              /* 0: no process */
    char **environment;   /* "NAME=value", then NULL: the command's own, or the process's */
};

/* The path by which to open a path of the target, to be freed; NULL and errno if there is none. */
char *view_inside(const struct target *, const char *path);

/* The folder of the Python that has a file in its lib/python3.N/site-packages, or those themselves;
 * to be freed. NULL: no Python has it. */
char *view_prefix(const char *path);

/* The folder that $ORIGIN is in a list of the target's, to be freed; NULL: it is not known. In
 * LD_LIBRARY_PATH it is the program's. */
char *view_origin(const struct target *, enum lazynccl_via);

/* An element of a search path with $ORIGIN and ${ORIGIN} replaced, to be freed; other tokens, and
 * these if `origin` is NULL, stay and so match nothing. */
char *view_expand(const char *element, size_t length, const char *origin);

/* A variable of the target's environment. */
const char *view_variable(const struct lazynccl_view *, const char *name);

/* The folders that ld.so searches for the target's file. */
void view_folders(const struct lazynccl_view *, struct lazynccl_folders *);

/* Adds a loaded file. `soname` NULL: it has none. */
void view_add_object(struct target *, const char *path, const char *soname, int is_build);

/* 1 if ld.so would load the file into a process of the requesting file; it skips other files. */
int view_fits(const struct elf_file *asks, const struct elf_file *);

/* 1 if the file is linked with musl, for which NVIDIA builds no libraries. */
int view_is_musl(const struct elf_file *);

/* Every file that ld.so would consider for a target and a soname, in ld.so's order. The loaded
 * files of a process come first. Skips files for another machine and those that cannot be opened,
 * as ld.so does; includes files that ld.so would fail to load. If there is none, the first link
 * that leads nowhere, because it says why. */
struct view_walk {
    const struct target *target;
    const char *soname;
    int object; /* the number of the next loaded file */
    struct lazynccl_arena arena;
    struct lazynccl_walk files;
    enum lazynccl_via via; /* what led ld.so to the last file */
    char *path;
    int found;
    char *skipped; /* the first file that cannot be opened, or NULL, and what led to it */
    enum lazynccl_via skipped_via;
};

void view_walk_begin(struct view_walk *, const struct target *, const char *soname);

/* The next file, by the path to open, valid until the next call; NULL: there is none. */
const char *view_walk_next(struct view_walk *);
void view_walk_free(struct view_walk *);
