/* Lines that are recognized by their words: NCCL's log, lazynccl, and what five findings print.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/explain/answer.h"
#include "tool/explain/grammar.h"

/* What to do about a rank that does not call. */
#define WORDING_TRACE                                                                              \
    "lazynccl run --trace DIR -- COMMAND on all ranks, then lazynccl trace DIR, which names the "  \
    "rank that does not call, and its last call"

/* The answer to lines that have a pattern; see grammar_matches(). */
struct wording {
    const char *patterns; /* in lower case, without quotes */
    struct answer answer;
};
extern const struct wording wordings[]; /* patterns: NULL ends the table */
