/* What `symbols` prints about libraries that have a stub.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/command/target_option.h"
#include "common/machine/nvidia.h"

/* Prints the library's functions by version. `all` lists each member of a suffix family. */
void symbols_of_library(const lazynccl_library *root, struct table *, int all);

/* Prints which library has a function, and since which release. Returns -1 if no stub has it. */
int symbols_function(const char *name, struct table *);

/* The library, or else the function of one, that a misspelt name resembles; NULL: none does. */
const char *symbols_nearest(const char *name);

/* Prints how a library file differs from the newest release that the stub knows. In a library with
 * suffix families only unsuffixed names can be missing, because each major has different suffixes.
 */
void symbols_difference(const lazynccl_library *root, const struct elf_file *, struct table *);

/* The symbols that a file requires of a library. */
struct demanded {
    const lazynccl_library *root;        /* the library's stub, or NULL */
    const struct elf_file *asks, *given; /* `given` is NULL for any release */
    const char *by, *path;               /* the names to print */
    const char *root_folder;             /* the root of their file system */
    int version;                         /* the version of `given`; 0 if unknown */
};

/* Prints the requirements, and adds the missing ones to the findings. */
void symbols_demanded(const struct demanded *, struct table *, struct findings *);
