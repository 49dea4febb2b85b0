/* The error codes of CUDA's libraries and of NCCL, and what to do about each class of them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/explain/phrase.h"

enum error_class {
    CLASS_STUB,
    CLASS_OLD_DRIVER,
    CLASS_COMPAT,
    CLASS_MIXED_DRIVER,
    CLASS_FABRIC,
    CLASS_NO_GPU,
    CLASS_DEVICE,
    CLASS_FAULTY,
    CLASS_MEMORY,
    CLASS_ARCH,
    CLASS_BUILD,
    CLASS_PEER,
    CLASS_PTX,
    CLASS_BUILTINS,
    CLASS_HEADERS,
    CLASS_CUDNN,
    CLASS_NOT_HERE,
    CLASS_STATE,
    CLASS_NCCL_ARGUMENT,
    CLASS_NCCL_PEER,
    CLASS_NCCL_CODE,
    CLASS_PORTS, /* these two are errors of the system that NCCL's warnings end with */
    CLASS_FILES,
    CLASS_PROGRAM,
};

/* Generated from stubs/facts/errors.txt, sorted by name. */
struct error_row {
    const char *name;            /* "cudaErrorInsufficientDriver" */
    unsigned char class_of, api; /* enum error_class; an index into errors_apis */
    unsigned short number, words;
    uint32_t hash; /* of the text that the API has for it, of so many words; 0: none */
};
extern const struct error_row errors_rows[];
extern const size_t errors_row_count;
extern const char *const errors_apis[];

/* The error code that a line names, by its enumerator, its text or its number; NULL: none. */
const struct error_row *errors_find(const char *line);
