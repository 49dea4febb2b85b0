/* Offers the files that a library could be taken from, in the order of docs/search-order.md.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD
 *
 * The search looks at a plain view of a machine and of a target, lists folders, and opens no
 * library: the runtime gives it its own process, the command gives it another target's. */
#pragma once

#include "runtime/search/state.h"

/* Returns the name of a search location in LAZYNCCL_SEARCH and in reports, or "settings" for
 * LAZYNCCL_NO_LOCATION. */
const char *lazynccl_location_word(enum lazynccl_location);

/* Makes a search of which only the first members are set. Returns 1 if a candidate was accepted, 0
 * if none was; -1 with errno if one could not be examined now, because memory or descriptors had
 * run out or a disk did not respond: no other file may replace it. The caller frees the arena. */
int lazynccl_search_run(struct lazynccl_search *);

/* Returns the path of an entry of LAZYNCCL_LIBPATH: /file, /folder or NAME=/file. */
const char *lazynccl_path_of_entry(const char *entry);
