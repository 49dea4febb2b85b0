/* Who may write to a file that no setting names.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_SEARCH_TRUST_H
#define LAZYNCCL_SEARCH_TRUST_H

#include "runtime/search/candidates.h"

/* The `check` of a search: says who else can change the file. A process of root takes none that
 * others can, and none does from a folder above a module if others can write there. */
int lazynccl_is_trusted(struct lazynccl_search *, const char *path);

#endif
