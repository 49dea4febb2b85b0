/* What ld.so would give a file of a machine by a name.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef LAZYNCCL_TOOL_LINKING_LINKER_H
#define LAZYNCCL_TOOL_LINKING_LINKER_H

#include "tool/machine/machine.h"

/* The first file that it takes, to be freed; NULL: nothing. `from` says how it is found. The file
 * NULL: the consumer itself. */
char *linker_find(struct machine *, const char *file, const char *soname, const char **from);

/* All different files that it would come to, as they are opened. */
void linker_each(struct machine *, const char *file, const char *soname, struct strings *paths);

#endif
