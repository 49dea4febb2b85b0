/* What `symbols` shows of libraries that the stubs describe.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/command/target_option.h"
#include "common/machine/nvidia.h"

/* The library's functions by version; `all`: those of suffix families one by one. */
void symbols_of_library(const lazynccl_library *root, struct table *, int all);

/* How the exports of a library's file differ from the newest release that the stub knows. Of a
 * library with suffix families only the plain names count as missing: each major has its own. */
void symbols_difference(const lazynccl_library *root, const struct elf_file *, struct table *);

/* What a file demands of a library. */
struct demanded {
    const lazynccl_library *root;        /* the library's stub; NULL: there is none */
    const struct elf_file *asks, *given; /* `given` NULL: of no file, but of any release */
    const char *by, *path;               /* what both are called */
    const char *root_folder;             /* where their file system lies */
    int version;                         /* of `given`; 0: not known */
};

/* Prints it, and adds what is lacking to the findings. */
void symbols_demanded(const struct demanded *, struct table *, struct findings *);
