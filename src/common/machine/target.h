/* The target whose view the command takes: every answer depends on it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/machine/view.h"

/* The target that the command line names, or else the first python3 in PATH, which is never run. */
struct target_choice {
    const char *root;   /* a folder that is taken as /; NULL or "": the machine itself */
    const char *from;   /* a program, extension module or Python; a path inside the root */
    const char *python; /* a Python, or the folder of its environment; a path inside the root */
    int pid;            /* 0: none */
    const char *import; /* a module that the process has imported for us; or NULL */
    int no_python;      /* 1: the machine alone */
};

/* Returns NULL, or the reason for a failure, valid until the next call. The target's data is valid
 * until the command ends. */
const char *target_open(struct target *, const struct target_choice *);

/* For a target that is a module, sets the Python that loads it: `named`, or if that is NULL and the
 * module is in no site-packages, the active Python. Returns NULL, or why that fails. */
const char *target_import(struct target *, const char *named);

/* Returns the word for the way in which ld.so found a file: "RUNPATH", "ld.so.cache". */
const char *target_via_word(enum lazynccl_via);

/* Returns a target with the same machine, environment and loaded files for another file, whose path
 * is inside the root. It borrows all its members. */
struct target target_as(const struct target *, const char *path, const struct elf_file *);
