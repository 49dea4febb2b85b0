/* Names the files that a library could be taken from, in the order of docs/search-order.md.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD
 *
 * The search looks at a plain view of a machine and of a target, lists folders, and opens no
 * library: the runtime gives it its own process, the command gives it another target's. */
#pragma once

#include "runtime/search/view.h"
#include "runtime/search/visit.h"

/* Returns the name of a search location in LAZYNCCL_SEARCH and in reports, or "settings" for
 * LAZYNCCL_NO_LOCATION. */
const char *lazynccl_location_word(enum lazynccl_location);

/* Returns the path of an entry of LAZYNCCL_LIBPATH: /file, /folder or NAME=/file. */
const char *lazynccl_path_of_entry(const char *entry);

/* Visits candidates until one is accepted. Returns 1 if one was, 0 if none is usable, and -1 with
 * errno if that cannot be determined now, because memory or descriptors have run out or a disk does
 * not respond. */
int lazynccl_search(const struct lazynccl_view *, const struct lazynccl_wanted *, lazynccl_visit *,
                    void *context);
