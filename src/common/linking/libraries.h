/* The libraries and modules below the folders of a Python's sys.path.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/linking/facts.h"

/* A library of the environment, which a file gets if something opens it before. */
struct library {
    struct library *next;
    char *soname; /* or the name of the file, if it has none */
    char *path;
    const struct elf_file *head; /* without versions and symbols */
};

/* Return the list of libraries of the target's Python and of the site-packages that has this file;
 * the first of them with a SONAME for the machine of `asks`, or NULL. */
const struct library *libraries_of(struct facts *, const char *file);
const struct library *libraries_find(struct facts *, const char *file, const struct elf_file *asks,
                                     const char *soname);

/* Adds a file that is in none of these folders. */
void libraries_add(struct facts *, const char *path);
