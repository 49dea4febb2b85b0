/* Related libraries: suffix families, partners and companions.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/loader/attempt.h"
#include "runtime/loader/variant.h"

#ifndef LAZYNCCL_WITHOUT_RELATED
/* Returns the newest minor of a suffix family in an open library, or -1. */
int lazynccl_newest_suffix(const lazynccl_library *, void *handle, int major);

/* Returns the only suffix family that the program links, or NULL if it links none or several. */
lazynccl_library *lazynccl_only_family(lazynccl_library *base);

/* Adds the partner's file, and the CUDA majors to prefer if the called names do not show the major.
 */
void lazynccl_prefer_majors(const struct lazynccl_attempt *, struct lazynccl_wanted *);

/* Adds a line if the versions of partners do not match. The pair is used nevertheless. */
LAZYNCCL_COLD void lazynccl_add_partner_warning(struct lazynccl_text *, lazynccl_library *);

/* Opens the companion next to the library, because the library's own search would miss it. If the
 * library is a link, also looks next to its target. */
void lazynccl_open_companion(struct lazynccl_attempt *);
#else /* a vendored copy of libraries that have none of these */
#define lazynccl_newest_suffix(library, handle, major) ((void)(handle), -1)
#define lazynccl_only_family(base) NULL
#define lazynccl_prefer_majors(attempt, wanted) (void)(attempt)
#define lazynccl_add_partner_warning(text, library) (void)(text)
#define lazynccl_open_companion(attempt) (void)(attempt)
#endif
