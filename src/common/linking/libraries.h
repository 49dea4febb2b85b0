/* The libraries and modules below the folders of a Python's sys.path.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/linking/facts.h"

/* A library of the environment, which a file that needs it gets if something opened it before. */
struct library {
    struct library *next;
    char *soname; /* without a SONAME: the name of the file */
    char *path;
    const struct elf_file *head; /* without versions and symbols */
};

/* Returns the libraries of the target's Python and of the site-packages that contains this file. */
const struct library *libraries_of(struct facts *, const char *file);
/* Returns the first of these libraries with the SONAME and for the machine of `asks`, or NULL. */
const struct library *libraries_find(struct facts *, const char *file, const struct elf_file *asks,
                                     const char *soname);

/* Adds a library that is not below a folder of sys.path. */
void libraries_add(struct facts *, const char *path);
