/* ELF files that were read, each once whatever its names: a machine has many links to few files of
 * hundreds of megabytes, and many targets of each.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/files/elf.h"
#include "runtime/library/library.h"

/* The facts about a file, valid until the command ends. On failure returns NULL and sets `why`,
 * unless `why` is NULL. */
const struct elf_file *elf_cache_get(const char *path, const char **why);

/* Returns the file without versions and symbols, which are most of a large file, unless it was read
 * before. */
const struct elf_file *elf_cache_head(const char *path, const char **why);

/* Returns the file without the symbols that it defines, which elf_file_defines() finds. */
const struct elf_file *elf_cache_links(const char *path, const char **why);

/* Returns why ld.so refuses to load a file that was read, or NULL if it does not. With a root,
 * whose file systems may be mounted otherwise where it runs, noexec is no reason. */
const char *elf_cache_refused(const struct elf_file *, const char *root, const char *path);

/* file_version_read() of it. */
int elf_cache_version(const struct lazynccl_description *, const char *path);
