/* What loaders, Python, CUDA and NCCL print, and which findings may be the cause.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * A pattern is looked for in each line, in whatever case: '*' stands for anything, '%' for the rest
 * of a name (letters, digits, . _ - +). The line that tells most is the answer:
 * - a row that names a cause, before one that names an effect, before a bare error code
 * - NCCL's warnings and "Last error:", before an exception, before any other line
 * - the first warning, but the last exception; of one line's patterns that tell as much the longest
 * What NCCL reports at INFO level it reports in healthy runs too: such lines are left out. */
#pragma once

#include "tool/explain/answer.h"
#include "tool/explain/errors.h"
#include "tool/explain/kind.h"

struct message_row {
    enum message_kind kind;
    const char *pattern;
    const char *means; /* one line */
    const char *ids;   /* of findings, likeliest first, a blank between; or the word of a class of
                          error codes, and with `means` NULL all of its answer */
};

/* Each ends with a row without a pattern. */
extern const struct message_row messages_of_loaders[], messages_of_cuda[], messages_of_nccl[];

/* Row number `i` of them all; NULL: there are no more. */
const struct message_row *messages_at(size_t i);

/* What a line was recognized by: a row, or an error of a loader's, or an error code. */
struct message_found {
    int is_known; /* 0: no line is */
    enum message_kind kind;
    const struct message_row *row; /* or NULL */
    const struct error_row *error; /* or NULL */
    struct complaint complaint;    /* its kind is COMPLAINT_NONE otherwise */
    const char *line;              /* in the text, without its end */
    size_t length, number;         /* the first line is number 1 */
};

/* The line of a text that tells most. `without`: a row to leave out, or NULL. */
struct message_found messages_find(const char *text, const struct message_row *without);

/* What it means, and what to do about it. */
struct message_answer {
    char *means;
    char *help, *otherwise; /* NULL: the first finding's; none */
    char *ids;              /* of the findings that may be its cause, a blank between */
    const char *word;       /* of the kind of answer: "old-driver"; NULL: the first finding is it */
    struct owner owner;     /* of what a loader or linker complains about */
};
struct message_answer message_answer(const struct message_found *);
void message_answer_free(struct message_answer *);

/* The likeliest finding, "LN107", or the word of an answer without findings. */
const char *message_first(const struct message_found *, char word[16]);
