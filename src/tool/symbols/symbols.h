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
