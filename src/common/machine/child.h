/* Runs work that may crash or hang in a child process.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include <stdint.h>
#include <stdio.h>

/* How the work in a child ended. */
enum child_end {
    CHILD_RETURNED, /* `status` is what the work returned */
    CHILD_KILLED,   /* `status` is the signal; 0: the work called exit(), or see `sent` */
    CHILD_LATE,     /* the work was still running when the time was up */
    CHILD_CLOSED,   /* the work closed the file to which it writes: later output is lost */
    CHILD_NOT_MADE, /* `status` is the error number */
};

struct child {
    enum child_end end;
    int status; /* depends on `end` */
    int sent;   /* the signal by which the work ended its parent process; 0: none */
    char *said; /* what the work wrote to `to`; never NULL, to be freed */
};

struct child_limit {
    int seconds;        /* for all of the work */
    const int64_t *end; /* the child_now() at which a step is late; the child sets it for each step,
                           in shared memory; NULL: only `seconds` counts */
    int signal;         /* is sent to a late child, a moment before it is killed; 0: none */
};

/* Runs the work with a time limit. The child has no input, its standard output is discarded, and
 * all processes that it started end with it. */
struct child child_run(int (*work)(void *context, FILE *to), void *context,
                       const struct child_limit *);

int64_t child_now(void); /* returns the nanoseconds of a clock that all processes share */

/* Kills a late child, or with `group` its process group. Before that, sends the signal (0: none)
 * and waits a moment, in which its handler can write a report. Does not wait for the end. */
void child_kill(int pid, int signal, int group);

/* Returns how a child ended, in words: "crashed (Segmentation fault)"; "" if it returned. */
const char *child_end_text(const struct child *);
