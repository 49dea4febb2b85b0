/* The libraries and modules below the folders of a Python's sys.path.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/linking/facts.h"

/* A library of the environment, which a file gets if something opens it before. */
struct library {
    struct library *next;
    char *soname; /* or its name */
    char *path;
    const struct elf_file *head; /* without versions and symbols */
};

/* The libraries of the target's Python, or else of the site-packages in which this file is; by
 * SONAME the first that is for the file's machine, or NULL. */
const struct library *libraries_of(struct facts *, const char *file);
const struct library *libraries_find(struct facts *, const char *file, const struct elf_file *asks,
                                     const char *soname);

/* Adds a file that is outside of these. */
void libraries_add(struct facts *, const char *path);
