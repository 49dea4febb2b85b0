/* The error codes of CUDA's libraries and of NCCL.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/explain/answer.h"
#include <stdint.h>

/* Generated from stubs/facts/errors.txt, sorted by name. */
struct error_row {
    const char *name;            /* "cudaErrorInsufficientDriver" */
    unsigned char class_of, api; /* enum answer_class; an index into errors_apis */
    unsigned short number, words;
    uint32_t hash; /* of the text that the API has for it, of so many words; 0: none */
};
extern const struct error_row errors_rows[];
extern const size_t errors_row_count;
extern const char *const errors_apis[];

/* The error code that a line names, by its enumerator, its text or its number; NULL: none. */
const struct error_row *errors_find(const char *line);
