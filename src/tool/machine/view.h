/* What the search asks about a consumer.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef LAZYNCCL_TOOL_MACHINE_VIEW_H
#define LAZYNCCL_TOOL_MACHINE_VIEW_H

#include "tool/machine/consumer.h"

/* A variable of the consumer's environment. */
const char *view_variable(const struct lazynccl_view *, const char *name);

/* The folders that ld.so searches for the consumer's file. Returns 0. */
int view_folders(const struct lazynccl_view *, struct lazynccl_folders *);

/* Adds a loaded file. `soname` NULL: it has none. */
void view_add_object(struct consumer *, const char *path, const char *soname, int ours);

/* Opens a path of the consumer's as its file. Returns NULL, or why it cannot. */
typedef const char *view_open(struct elf_file *, const char *path);
const char *view_open_file(struct consumer *, const char *path, view_open *);

/* "what: why", until the next call. */
const char *view_fail(const char *what, const char *why);

#endif
