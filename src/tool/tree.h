/* The ELF files and wheels below a path.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef LAZYNCCL_TOOL_TREE_H
#define LAZYNCCL_TOOL_TREE_H

enum tree_kind { TREE_ELF, TREE_WHEEL };

/* Called with each file; paths start with the one that was given. */
typedef void tree_visit(void *context, const char *path, enum tree_kind);

/* Called with each path that cannot be looked at. */
typedef void tree_blind(void *context, const char *path, const char *why);

/* Visits a file, or all files below a folder in the order of their names. Follows no link but the
 * path itself. Below a folder what is neither an ELF file nor a wheel is passed over. */
void tree_walk(const char *path, tree_visit *, tree_blind *, void *context);

#endif
