/* Lines that are recognized by their words: NCCL's log, lazynccl, and what five findings print.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/explain/answer.h"
#include "tool/explain/grammar.h"

/* The answer to lines that have a pattern; see grammar_matches(). */
struct wording {
    const char *patterns; /* in lower case, without quotes */
    struct answer answer;
};
extern const struct wording wordings[]; /* patterns: NULL ends the table */
