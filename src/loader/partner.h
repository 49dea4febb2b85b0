/* Libraries that belong together: what one makes, the other must be able to take.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_LOADER_PARTNER_H
#define LAZYNCCL_LOADER_PARTNER_H

#include "library/library.h"
#include "search/loaded.h"

/* The library whose version must fit this one's, the open one if any is; NULL: there is none in
 * this build. */
lazynccl_library *lazynccl_partner_of(lazynccl_library *);

/* A copy of it that is loaded, though not by us: by another drop-in, or by somebody who has nothing
 * to do with lazynccl. NULL: there is none. */
const struct lazynccl_object *lazynccl_partner_elsewhere(const lazynccl_library *,
                                                         const struct lazynccl_objects *);

/* A pair of partners whose versions do not fit is used, and this line is in both reports. NULL:
 * they fit, or one of them is not open. Kept. */
const char *lazynccl_partner_warning(lazynccl_library *);

#endif
