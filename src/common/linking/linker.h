/* Finds the files that ld.so would load for a name.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/machine/machine.h"
#include "runtime/search/ldso.h"

/* Returns the file that ld.so would load for a SONAME, to be freed; NULL: none. `from`, unless
 * NULL, receives what led ld.so to the file, in a word such as "RUNPATH". */
char *linker_first(const struct target *, const char *soname, const char **from);

/* The same for the file at a path as the requesting file (`file` NULL: for the target itself). */
char *linker_find(struct machine *, const char *file, const char *soname, const char **from);

/* Returns the file that ld.so would load for `file` if the user had permission to read it, to be
 * freed. NULL: ld.so finds a file that the user may read, or none at all. */
char *linker_denied(struct machine *, const char *file, const char *soname);

/* Returns the newest SONAME above this one that ld.so would find for the target, to be freed; NULL:
 * none. libfoo.so.2 is newer than libfoo.so.1. */
char *linker_newer(const struct target *, const char *soname);

/* Adds all different files that ld.so considers for a SONAME that the target needs. */
void linker_list(struct machine *, const char *soname, struct strings *paths);
