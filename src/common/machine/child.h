/* Runs work that may crash or hang in a child process.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include <stdint.h>
#include <stdio.h>

enum child_end {
    CHILD_RETURNED, /* `status` is what the work returned */
    CHILD_KILLED,   /* `status` is the signal that ended it; 0: it called exit(), or see `sent` */
    CHILD_LATE,     /* it was still running when the time was up */
    CHILD_CLOSED,   /* it closed the file to which it writes: what it said later is lost */
    CHILD_NOT_MADE, /* `status` is the error number */
};

struct child {
    enum child_end end;
    int status;
    int sent;   /* the signal by which the work ended its parent process; 0: none */
    char *said; /* what the work wrote to `to`; never NULL, to be freed */
};

struct child_limit {
    int seconds;        /* for all of the work */
    const int64_t *end; /* of a step, in memory shared with the child, which sets it; the child is
                           late after this child_now(); NULL: none */
    int signal;         /* to a child that is late, a moment before it is killed; 0: none */
};

/* Runs the work with a time limit. The child has no input, its standard output is discarded, and
 * all processes that it started end with it. */
struct child child_run(int (*work)(void *context, FILE *to), void *context,
                       const struct child_limit *);

/* Nanoseconds of a clock that all processes share. */
int64_t child_now(void);

/* Kills a late child, or with `group` its process group. Before that, sends the signal and waits a
 * moment, in which they can write where they are. Does not wait for their end. */
void child_kill(int pid, int signal, int group);

/* Returns how a child ended, in words: "crashed (Segmentation fault)"; "" if it returned. */
const char *child_end_text(const struct child *);
