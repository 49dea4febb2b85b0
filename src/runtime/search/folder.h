/* Lists the names in a folder.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/search/arena.h"

/* Returns the names in a folder that begin with `start`, ended by NULL, in the arena; or NULL and
 * errno if it cannot be read. */
char **lazynccl_folder_names(struct lazynccl_arena *, const char *folder, const char *start);
