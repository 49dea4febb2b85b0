/* The libraries that a file needs, and which of them are missing.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/search/view.h"

/* Calls `each` for every DT_NEEDED entry of the file, with 1 if ld.so finds a file of that name.
 * Opens none. Returns the number of entries, or 0 if the file cannot be read. */
int lazynccl_net_needed(const struct lazynccl_view *view, const char *path,
                        void (*each)(void *context, const char *soname, int found), void *context);
