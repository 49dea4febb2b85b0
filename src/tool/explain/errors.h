/* The error codes of CUDA's libraries and of NCCL.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/explain/answer.h"
#include "tool/explain/phrase.h"

/* Generated from stubs/facts/errors.txt, sorted by name. */
struct error_row {
    const char *name;            /* "cudaErrorInsufficientDriver" */
    unsigned char class_of, api; /* enum answer_class; an index into errors_apis */
    unsigned short number;
};
extern const struct error_row errors_rows[];
extern const size_t errors_row_count;
extern const struct phrase_row errors_texts[]; /* that the APIs have for them; of: the row */
extern const size_t errors_text_count;
extern const char *const errors_apis[];

/* Returns the error code that a line names by its enumerator, text or number, or NULL. A short line
 * is of CUDA if it comes right after one that names CUDA. */
const struct error_row *errors_find(const char *line, int is_after_cuda);

/* Returns 1 if a line names CUDA. */
int errors_name_cuda(const char *line);
