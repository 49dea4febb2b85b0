/* Runs what may crash or hang in a process of its own.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include <stdio.h>

enum child_end {
    CHILD_RETURNED, /* `status` is what the work returned */
    CHILD_KILLED,   /* `status` is the signal that ended it */
    CHILD_LATE,     /* it was still at it when the time was up */
    CHILD_NOT_MADE, /* `status` is the error number */
};

struct child {
    enum child_end end;
    int status;
    char *said; /* what the work wrote to `to`; never NULL, to be freed */
};

/* Runs the work with a time limit. The child has no input, its own output goes nowhere, and nothing
 * that it started outlives it. */
struct child child_run(int (*work)(void *context, FILE *to), void *context, int seconds);

/* How it ended, in a few words: "crashed (Segmentation fault)"; "" if it returned. */
const char *child_end_text(const struct child *);
