/* What `symbols` shows of libraries that our stubs describe.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef LAZYNCCL_TOOL_SYMBOLS_H
#define LAZYNCCL_TOOL_SYMBOLS_H

#include "../library.h"
#include "elf.h"

/* "nccl", "nvrtc", "nvjitlink"; NULL: no such library. */
lazynccl_library *symbols_library(const char *name);

/* The library's functions by version; `all`: those of suffix families one by one. */
void symbols_of_library(const lazynccl_library *root, int all);
void symbols_of_library_json(const lazynccl_library *root);

/* Prints how the exports of a library's file differ from the newest release that the stub knows. */
void symbols_difference(const lazynccl_library *root, const struct elf_file *);

/* Prints what a file demands of a library, and what of it `given` lacks; with `given` NULL, of
 * which release each is. Returns how many are lacking. */
struct json;
size_t symbols_demanded(const lazynccl_library *root, const struct elf_file *asks,
                        const struct elf_file *given, struct json *);

#endif
