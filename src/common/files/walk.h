/* The ELF files and wheels below a path.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

enum walk_kind { WALK_ELF, WALK_WHEEL };

/* Called with each file; paths start with the one that was given. */
typedef void walk_visit(void *context, const char *path, enum walk_kind);

/* Called with each path that cannot be examined. */
typedef void walk_unreadable(void *context, const char *path, const char *why);

/* Visits a file, or all files below a folder in the order of their names. Follows no link but the
 * path itself. Skips files below a folder that are neither an ELF file nor a wheel. */
void walk_files(const char *path, walk_visit *, walk_unreadable *, void *context);
