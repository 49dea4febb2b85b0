/* The grammar of loaders' and linkers' errors.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/explain/pattern.h"

/* Reads the complaint of a line. Returns 1, or 0 if the line has none. */
int grammar_read(struct complaint *, const struct clean_line *);
