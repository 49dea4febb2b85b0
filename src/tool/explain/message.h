/* The line of a text that says most about a cause.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * A line is recognized as a complaint of a loader or linker, by an error code, or by its wording.
 * These rules choose the line, the first rule first:
 * - a cause wins over an effect, an effect over another vendor's library, and that over a bare code
 * - a warning of NCCL wins over any other line, an INFO line of NCCL loses to any
 * - of several warnings of NCCL the first wins, of other lines the last
 * If several patterns of equal rank match a line, the longest decides. NCCL prints INFO lines in
 * healthy runs too, so these count only as ASKED and ASKED_NET (answer.h) say. */
#pragma once

#include "tool/explain/answer.h"
#include <stddef.h>

struct message {
    int is_known; /* 0: no line is recognized, and the other members are not set */
    struct answer answer;
    struct complaint complaint; /* the names that the line contains */
    struct owner owner;         /* of the library or symbol that the complaint names */
    const char *line;           /* where the line begins in the text */
    size_t length;              /* of the line, without its line end */
    size_t number;              /* of the line, from 1 */
};

/* Returns the line of a text that says most about a cause. */
struct message message_find(const char *text);

/* Returns a text without what people paste around it: quotes, Markdown's stars, %20, runs of
 * blanks. Lines stay lines. To be freed. */
char *message_clean(const char *text);
