/* The texts of lazynccl_error() and lazynccl_report().
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/library/library.h"
#include "runtime/search/text.h"

/* Keeps a complete text, frees its arena and sets errno to `saved`. Never returns NULL: if out of
 * memory, returns a text that says so. */
const char *lazynccl_text_keep(struct lazynccl_text *, int saved);

/* Returns a kept text, which says that this build has no such function of the library. */
LAZYNCCL_COLD const char *lazynccl_unknown_function(const lazynccl_library *, const char *symbol);

/* The text of lazynccl_report(), kept. */
LAZYNCCL_COLD const char *lazynccl_report_of(lazynccl_library *);
