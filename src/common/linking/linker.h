/* Which files ld.so would find by a name.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/machine/machine.h"
#include "runtime/search/ldso.h"

/* Returns the first file of a view_walk, to be freed; NULL: none. `from`, unless NULL, gets the
 * reason why ld.so finds it, in a word. */
char *linker_first(const struct target *, const char *soname, const char **from);

/* The same for the file at a path; with `file` NULL, for the target itself. */
char *linker_find(struct machine *, const char *file, const char *soname, const char **from);

/* Returns the first file that ld.so would find for that file if permissions alone keep it from all
 * of them, to be freed; NULL: none. */
char *linker_denied(struct machine *, const char *file, const char *soname);

/* Returns the newest SONAME above this one that ld.so would find for the target, to be freed; NULL:
 * none. libfoo.so.2 is newer than libfoo.so.1. */
char *linker_newer(const struct target *, const char *soname);

/* Adds all different files that the target could get for a soname. */
void linker_list(struct machine *, const char *soname, struct strings *paths);
