/* A search for one library in this process, under way.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_LOADER_ATTEMPT_H
#define LAZYNCCL_LOADER_ATTEMPT_H

#include "loader/loader.h"
#include "loader/report.h"
#include "search/search.h"

struct lazynccl_attempt {
    lazynccl_library *library;
    const struct lazynccl_objects *loaded; /* before it began */
    struct lazynccl_outcome *outcome;      /* filled when a candidate is taken */
    int minimum;                           /* the version that is asked for; 0: any */
    struct lazynccl_text tried;            /* the report's lines */
    struct lazynccl_text fault;            /* of the first candidate that would not do, or */
    int blamed;                            /* 1: of a setting that is a mistake */
};

/* Adds a line to the report. */
void lazynccl_attempt_say(struct lazynccl_attempt *, const char *place, const char *text);
void lazynccl_attempt_line(struct lazynccl_attempt *, const char *place, const char *format, ...)
    LAZYNCCL_PRINTF(3, 4);

/* Notes why a candidate will not do; the first such reason becomes the library's. Returns
 * LAZYNCCL_BEHIND. */
enum lazynccl_verdict lazynccl_attempt_refuse(struct lazynccl_attempt *, const char *place,
                                              const char *name, const char *why);

#endif
