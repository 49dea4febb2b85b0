/* The texts of lazynccl_error() and lazynccl_report().
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_LOADER_REPORT_H
#define LAZYNCCL_LOADER_REPORT_H

#include "runtime/library/library.h"

/* The texts of lazynccl_error and lazynccl_report, kept. `index`: a slot, or -1 for the library
 * itself; NULL if it is there. */
LAZYNCCL_COLD const char *lazynccl_reason_for(lazynccl_library *, int index);
LAZYNCCL_COLD const char *lazynccl_report_of(lazynccl_library *);

#endif
