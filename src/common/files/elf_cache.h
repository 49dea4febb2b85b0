/* Facts about ELF files, each file read only once, whatever its names: a machine may have many
 * links to a few files of hundreds of megabytes.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/files/elf.h"
#include "runtime/library/library.h"

/* Returns the facts about a file, valid until the command ends. On failure returns NULL and sets
 * `why`, unless `why` is NULL. */
const struct elf_file *elf_cache_get(const char *path, const char **why);

/* Like elf_cache_get(), but may omit versions and symbols, which take longest to read. */
const struct elf_file *elf_cache_head(const char *path, const char **why);

/* Like elf_cache_get(), but may omit defined symbols, which elf_file_defines() finds. */
const struct elf_file *elf_cache_links(const char *path, const char **why);

/* Returns why ld.so refuses to load a file, or NULL if ld.so does not. With a root, ignores noexec,
 * because the system that uses this root may mount it with other options. */
const char *elf_cache_refused(const struct elf_file *, const char *root, const char *path);

/* Returns the result of file_version_read(), which is cached. */
int elf_cache_version(const struct lazynccl_description *, const char *path);
