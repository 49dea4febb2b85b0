/* NCCL's warnings, and those of the plugin aws-ofi-nccl: FILE:LINE NCCL WARN TEXT.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * The file tells the part of NCCL, an error of the system at the end the remedy. No sentence is
 * stored: a text is recognized by the hash of its longest part without values. */
#pragma once

#include "tool/explain/answer.h"
#include <stdint.h>

/* Generated from stubs/facts/warnings.txt, sorted by hash. */
struct warning_row {
    uint32_t hash;
    unsigned char words, file; /* file: an index into warnings_files */
    unsigned char first, last; /* the second number of the releases that have it */
};
extern const struct warning_row warnings_rows[];
extern const size_t warnings_row_count;
extern const char *const warnings_files[]; /* "nccl transport/net_ib", "ofi *" */

struct warning {
    enum answer_kind kind; /* how much it tells */
    const struct answer *answer;
    const struct warning_row *row; /* NULL: no release that is known has the text */
};

/* Reads a clean line that is a warning. Returns 1, or 0: nothing is known of it. */
int warnings_read(struct warning *, const char *line);
