/* The line of a text that tells most.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * A line is recognized as a complaint of a loader or linker, by an error code, or by its wording.
 * The line that tells most is the answer:
 * - one that names a cause, before one that names an effect, before a bare error code
 * - NCCL's warnings, before any other line
 * - the first warning, but the last other line; of wordings that tell as much the longest pattern
 * NCCL also prints INFO lines in healthy runs: they are left out. */
#pragma once

#include "tool/explain/answer.h"
#include <stddef.h>

struct message {
    int is_known; /* 0: no line is recognized, and the other members are not set */
    struct answer answer;
    struct complaint complaint; /* the names that the line contains */
    struct owner owner;         /* of what the complaint names */
    const char *line;           /* in the text, without its end */
    size_t length, number;      /* counted from 1 */
};

/* Returns the line of a text that tells most. */
struct message message_find(const char *text);

/* Returns a text without what people paste around it: quotes, Markdown's stars, %20, runs of
 * blanks. Lines stay lines. To be freed. */
char *message_clean(const char *text);
