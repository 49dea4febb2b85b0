/* Reasons and reports, in words.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_LOADER_REPORT_H
#define LAZYNCCL_LOADER_REPORT_H

#include "library/library.h"
#include "loader/text.h"

/* The texts of lazynccl_error and lazynccl_report, kept. `index`: a slot, or -1 for the library
 * itself; NULL if it is there. */
const char *lazynccl_reason_for(lazynccl_library *, int index);
const char *lazynccl_report_of(lazynccl_library *);

/* Adds what to do about a library, or a version of it, that is missing: install or name one. Two
 * packages at most: those for the CUDA releases that people have. `version`: 0, any will do. */
void lazynccl_add_remedy(struct lazynccl_text *, const struct lazynccl_description *, int version);

#endif
