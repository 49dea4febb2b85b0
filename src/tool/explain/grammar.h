/* The grammar of loaders' and linkers' errors.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/explain/clean.h"
#include "tool/explain/complaint.h"

/* Returns 1, or 0: no loader or linker complains there. */
int grammar_read(struct complaint *, const struct clean_line *);
