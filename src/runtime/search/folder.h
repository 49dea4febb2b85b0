/* Lists the names in a folder.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_SEARCH_FOLDER_H
#define LAZYNCCL_SEARCH_FOLDER_H

#include "runtime/search/candidates.h"

/* The names in a folder that begin with `start`, ended by NULL, in the arena. NULL and errno if it
 * cannot be read; then it may have ended the search. */
char **lazynccl_names_in(struct lazynccl_search *, const char *folder, const char *start);

#endif
