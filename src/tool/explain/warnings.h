/* Warnings of NCCL and of the plugin aws-ofi-nccl: FILE:LINE NCCL WARN TEXT.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * The file tells the part of NCCL, an error of the system at the end the remedy. No sentence is
 * stored: a text is recognized by the hash of its longest part without values. */
#pragma once

#include "tool/explain/answer.h"
#include "tool/explain/phrase.h"

/* Generated from stubs/facts/warnings.txt. `of` is an index into warnings_files. */
extern const struct phrase_row warnings_rows[];
extern const size_t warnings_row_count;
extern const char *const warnings_files[]; /* "nccl transport/net_ib", "ofi *" */

struct warning {
    enum answer_kind kind; /* its rank */
    const struct answer *answer;
    const struct phrase_row *row; /* NULL if no known release has the text */
};

/* Parses a clean line that is a warning. `is_complete`: a communicator was ready before. Returns 0
 * if nothing is known about it. */
int warnings_read(struct warning *, const char *line, int is_complete);

/* Returns the answer to an error of the system that a line names, or NULL. */
const struct answer *warnings_of_system(const char *line);
