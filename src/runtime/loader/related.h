/* Libraries that belong together: suffix families, partners, companions.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/loader/attempt.h"
#include "runtime/loader/variant.h"

#ifndef LAZYNCCL_WITHOUT_RELATED
/* The newest minor of a suffix family that an open library has; -1: none. */
int lazynccl_newest_suffix(const lazynccl_library *, void *handle, int major);

/* The one suffix family that the program links, or NULL if it links none or several. */
lazynccl_library *lazynccl_only_family(lazynccl_library *base);

/* Adds the partner's file, and the CUDA majors to prefer if the names that are called tell none. */
void lazynccl_prefer_majors(const struct lazynccl_attempt *, struct lazynccl_wanted *);

/* Adds a line if the versions of partners do not fit; the pair is used. */
LAZYNCCL_COLD void lazynccl_add_partner_warning(struct lazynccl_text *, lazynccl_library *);

/* Opens the file that must lie beside the library, which would not find it by itself; if the
 * library is a link, also beside its target. */
void lazynccl_open_companion(struct lazynccl_attempt *);
#else /* a vendored copy of libraries that have none of these */
#define lazynccl_newest_suffix(library, handle, major) ((void)(handle), -1)
#define lazynccl_only_family(base) NULL
#define lazynccl_prefer_majors(attempt, wanted) (void)(attempt)
#define lazynccl_add_partner_warning(text, library) (void)(text)
#define lazynccl_open_companion(attempt) (void)(attempt)
#endif
