/* The consumer that the command looks as: every answer depends on it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef LAZYNCCL_TOOL_MACHINE_CONSUMER_H
#define LAZYNCCL_TOOL_MACHINE_CONSUMER_H

#include "library/library.h"
#include "search/search.h"
#include "tool/files/elf.h"

/* What the command line says of it; nothing: the first python3 in PATH, as a file, never run. */
struct consumer_choice {
    const char *root; /* a folder that is taken as /; NULL or "": the machine itself */
    const char *from; /* a program or extension module; a path inside the root */
    int pid;          /* 0: none */
    int no_python;    /* 1: a plain program */
};

struct consumer {
    struct lazynccl_view view; /* first: what the search calls gets back from it to here */
    const char *root;          /* a folder that is taken as /, or "" */
    struct lazynccl_objects objects;
    struct elf_file file; /* the module or program that asks; no handle: there is none */
    char *module;         /* its path, or a name inside the Python's site-packages */
    char *who;            /* "libcusparse.so.12 in /venv (python 3.11)" */
    char *sites[8];       /* the Python's site-packages, in sys.path's order */
    int site_count;
    const char *from;   /* the file that was named; NULL: none */
    int pid;            /* 0: no process */
    char **environment; /* "NAME=value", then NULL: the command's own, or the process's */
};

/* Returns NULL, or why one cannot look as that; then there is nothing to close. The reason lives
 * until the next call. */
const char *consumer_open(struct consumer *, const struct consumer_choice *);
void consumer_close(struct consumer *);

/* What led ld.so to a file, for people and for JSON: "RUNPATH", "ld.so.cache". */
const char *consumer_via_word(enum lazynccl_via);

/* The same machine, environment and loaded files, seen by another file, a path inside the root.
 * Borrows all that it holds: not to be closed. */
struct consumer consumer_as(const struct consumer *, const char *path, const struct elf_file *);

/* Takes the Python of an interpreter, a path inside the root, as the consumer. Returns 0, or -1 if
 * it is not one; then nothing is kept. */
int consumer_read_python(struct consumer *, const char *interpreter);

#endif
