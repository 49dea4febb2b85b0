/* The texts of lazynccl_error() and lazynccl_report().
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/library/library.h"
#include "runtime/search/text.h"

/* Keeps a complete text and frees its arena. Never NULL: if out of memory, returns a text that says
 * so. */
const char *lazynccl_text_keep(struct lazynccl_text *);

/* The text of lazynccl_report(), kept. */
LAZYNCCL_COLD const char *lazynccl_report_of(lazynccl_library *);
