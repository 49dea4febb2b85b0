/* What the log of many processes shows.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/explain/log/ranks_data.h"

struct ranks_notes ranks_notes(struct ranks *);
void ranks_notes_free(struct ranks_notes *);

/* 1 if there is a fault of that topic. */
int ranks_notes_have(const struct ranks_notes *, const char *topic);
