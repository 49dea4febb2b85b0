/* The texts of lazynccl_error() and lazynccl_report().
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/library/library.h"
#include "runtime/search/arena.h"

/* The texts of lazynccl_error and lazynccl_report, kept. `index`: a slot, or -1 for the library
 * itself; NULL if it is there. */
LAZYNCCL_COLD const char *lazynccl_reason_for(lazynccl_library *, int index);
LAZYNCCL_COLD const char *lazynccl_report_of(lazynccl_library *);

/* "has no V_1 of f", if an open library has the function of a slot that is absent, but only in
 * other versions; else NULL. In the arena. */
LAZYNCCL_COLD const char *lazynccl_lacking_version(struct lazynccl_arena *,
                                                   const lazynccl_library *, int index,
                                                   void *handle);
