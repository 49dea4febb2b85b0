/* The last resort for a line that fails: the call, or the part of NVIDIA's stack, that it names.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/explain/answer.h"
#include "tool/explain/clean.h"

/* Returns the answer of the part that fails in a line, or NULL. Writes the function that the line
 * names, if that is what fails. */
const struct answer *parts_find(struct complaint *, const struct clean_line *);

/* Returns 1 for a line of UCX or NVDEC, whose part tells more than most codes of CUDA do. */
int parts_say_more(const struct clean_line *);
