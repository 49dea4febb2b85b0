/* Finds the identity of a process for traces, and writes it to the page of the process.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/search/view.h"
#include "standin/template/ring.h"

/* Fills in everything but the folder, `is_unrecorded` and `completions`. `run` is the job that
 * `lazynccl run` named, or NULL; a launcher's own number of the job is preferred. */
LAZYNCCL_INTERNAL void lazynccl_page_identify(const struct lazynccl_view *, const char *run,
                                              struct lazynccl_identity *);

/* Fills in what differs in a forked child. */
LAZYNCCL_INTERNAL void lazynccl_page_identify_child(struct lazynccl_identity *);

/* Writes the page of a process to a folder, unless it has one there. Returns 0, or an errno. */
LAZYNCCL_INTERNAL int lazynccl_page_write(const char *folder, const struct lazynccl_identity *);

/* Returns the time of a clock, in ns. */
LAZYNCCL_INTERNAL uint64_t lazynccl_page_clock(int clock);
