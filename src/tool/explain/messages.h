/* The line of a text that tells most, and what it means.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * A line is recognized as a loader's complaint, by an error code, as an NCCL warning, or by a row
 * of the table. The line that tells most is the answer:
 * - one that names a cause, before one that names an effect, before a bare error code
 * - NCCL's warnings and "Last error:", before an exception, before any other line
 * - the first warning, but the last exception; of rows that tell as much the longest pattern
 * NCCL also prints INFO lines in healthy runs: they are left out. */
#pragma once

#include "common/text/strings.h"
#include "tool/explain/answer.h"
#include "tool/explain/architecture.h"
#include "tool/explain/warnings.h"

/* Sentences that no grammar covers; NULL ends the table. */
extern const struct message_row rows_of_messages[];

struct message {
    enum answer_kind kind;          /* its rank */
    const struct answer *answer;    /* NULL if no line is recognized */
    struct complaint complaint;     /* the names that the line contains */
    const char *line;               /* in the text, without its end */
    size_t length, number;          /* counted from 1 */
    const char *code;               /* the error code of a number that the line has, or NULL */
    const struct architecture *gpu; /* that the text is about; NULL: it does not matter */
};

/* Returns the names of NVIDIA's libraries that the lines of a text say are missing. */
struct strings messages_missing(const char *text);

/* Returns the most specific line of a text. `without` is a pattern of a row to skip, or NULL. */
struct message messages_find(const char *text, const char *without);
