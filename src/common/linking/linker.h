/* What ld.so would give a file of a machine by a name.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/machine/machine.h"
#include "runtime/search/ldso.h"

/* Calls with every file that ld.so would come to for a target by one soname, in its order, as the
 * file is opened. In a process what it has loaded comes first. Files for another machine, which
 * ld.so passes over, are not among them; those that it would fail to load are. */
void linker_each(const struct target *, const char *soname, lazynccl_each_file *each,
                 void *context);

/* The first of them, to be freed; NULL: nothing. `from`, unless it is NULL: what leads to it, in a
 * word. */
char *linker_first(const struct target *, const char *soname, const char **from);

/* The same for a file; NULL: the target itself. */
char *linker_find(struct machine *, const char *file, const char *soname, const char **from);

/* All different files that the target could get. */
void linker_list(struct machine *, const char *soname, struct strings *paths);
