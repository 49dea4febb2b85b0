/* The files below a path, and the names in a folder.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/text/strings.h"

enum walk_kind { WALK_ELF, WALK_WHEEL };

/* Called with each file; paths start with the one that was given. */
typedef void walk_visit(void *context, const char *path, enum walk_kind);

/* Called with each path that cannot be examined. */
typedef void walk_unreadable(void *context, const char *path, const char *why);

/* Visits a file, or all files below a folder in the order of their names. Follows no link but the
 * path itself. Skips files below a folder that are neither an ELF file nor a wheel. */
void walk_files(const char *path, walk_visit *, walk_unreadable *, void *context);

/* Adds the names in a folder, except hidden ones, by version number. Returns 0, or -1 and errno. */
int walk_names(const char *path, struct strings *names);
