/* A search for one library in this process, under way.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_LOADER_ATTEMPT_H
#define LAZYNCCL_LOADER_ATTEMPT_H

#include "loader/outcome.h"
#include "loader/text.h"
#include "search/search.h"

struct lazynccl_attempt {
    lazynccl_library *library;
    const struct lazynccl_objects *loaded; /* before it began */
    struct lazynccl_outcome *outcome;      /* filled when a candidate is taken */
    int minimum;                           /* the version that is required; 0: any */
    const char *place, *name;              /* of the candidate under way */
    struct lazynccl_text tried;            /* the report's lines */
    struct lazynccl_text fault;            /* of the first candidate that will not do, or */
    int blamed;                            /* 1: of a setting that is a mistake */
};

/* Adds a line to the report. */
void lazynccl_attempt_line(struct lazynccl_attempt *, const char *format, ...)
    LAZYNCCL_PRINTF(2, 3);

/* Notes why the candidate will not do; the first such reason becomes the library's. Returns
 * LAZYNCCL_AFTER. */
enum lazynccl_verdict lazynccl_attempt_refuse(struct lazynccl_attempt *, const char *why);

/* Why a version is too old, in `text`; NULL if it is not. */
const char *lazynccl_attempt_too_old(const struct lazynccl_attempt *, int version, char *text,
                                     size_t size);

#endif
