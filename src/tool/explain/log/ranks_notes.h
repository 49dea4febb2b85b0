/* What the log of many processes shows.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "runtime/library/compiler.h"
#include "tool/explain/log/ranks_data.h"

struct ranks_notes ranks_notes(const struct ranks *);
void ranks_notes_add(struct ranks_notes *, const char *topic, int is_fault, const char *format, ...)
    LAZYNCCL_PRINTF(4, 5);
void ranks_notes_free(struct ranks_notes *);

/* 1 if there is a fault of that topic. */
int ranks_notes_have(const struct ranks_notes *, const char *topic);
