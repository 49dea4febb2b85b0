/* In what the processes of a log differ.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "runtime/library/compiler.h"
#include "tool/explain/log/ranks_data.h"

/* Adds what differs: releases, networks, settings. */
void ranks_compare(struct ranks_notes *, struct ranks *);

/* Adds a note. */
void ranks_compare_add(struct ranks_notes *, const char *topic, int is_fault, const char *format,
                       ...) LAZYNCCL_PRINTF(4, 5);

/* "ranks 0-7, 9": the ranks that are marked, of `count`; to be freed. */
char *ranks_compare_ranges(const unsigned char *marked, size_t count);
