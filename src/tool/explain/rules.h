/* The rules that answer complaints of loaders and linkers.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/explain/answer.h"

/* The answer to a complaint, which a line contains. */
const struct answer *rules_answer(const struct complaint *, const char *line);
