/* Offers the files that a library could be taken from, in the order of docs/search-order.md.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD
 *
 * The search reads a view of its target (view.h), lists folders, and opens no library. For the
 * runtime the target is its own process, for the command another process or program. */
#pragma once

#include "runtime/search/state.h"

/* Returns the name of a search location in LAZYNCCL_SEARCH and in reports, or "settings" for
 * LAZYNCCL_NO_LOCATION. */
const char *lazynccl_location_word(enum lazynccl_location);

/* Runs a search whose members up to `note` are set. Returns 1 if a candidate was accepted, 0 if
 * none was; -1 with errno if one could not be examined now, because memory or descriptors had run
 * out or a disk did not respond: no other file may replace it. The caller frees the arena. */
int lazynccl_search_run(struct lazynccl_search *);

/* Returns the path of an entry of LAZYNCCL_LIBPATH: /file, /folder or NAME=/file. */
const char *lazynccl_path_of_entry(const char *entry);
