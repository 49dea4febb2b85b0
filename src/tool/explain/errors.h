/* The error codes of CUDA's libraries and of NCCL.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/explain/answer.h"
#include <stddef.h>
#include <stdint.h>

/* Generated from stubs/facts/errors.txt, sorted by name. */
struct error_row {
    const char *name;  /* "cudaErrorInsufficientDriver" */
    const char *ids;   /* of findings that cause the error, likeliest first; "": unknown */
    unsigned char api; /* an index into errors_apis */
    unsigned short number;
};

/* The hash of a text that a library has for an error, and its number of words: the text is
 * recognized without being stored. The table is sorted by hash. */
struct phrase_row {
    uint32_t hash;
    unsigned short words; /* number of words */
    unsigned short of;    /* the error's index in errors_rows */
};
extern const struct error_row errors_rows[];
extern const size_t errors_row_count;
extern const struct phrase_row errors_texts[];
extern const size_t errors_text_count;
extern const char *const errors_apis[];

/* Reads the error code that a line names or quotes. Returns 1 and the answer; 0: there is none. */
int errors_read(struct complaint *, struct answer *, const char *line);
