/* What NCCL's log of many processes says: who took part, who differs, who is missing.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * NVIDIA changes the text of these lines from release to release: those that are not known are
 * ignored, never guessed. The rows in ranks.c name the releases in which each was seen. */
#pragma once

#include <stddef.h>

struct process {
    const char *host;
    long pid;
    int rank, ranks; /* in its largest communicator; -1: not known */
    int complete;    /* 1: that communicator was ready */
    const char *version, *driver, *network, *fallback, *interface; /* NULL: not said */
    char *warnings;        /* the first lines, each with its end */
    size_t warned;         /* bytes of them */
    const char **settings; /* "NCCL_PROTO=LL" */
    size_t setting_count;
    size_t communicator; /* the last that it entered, counted from 1 */
};

struct communicator {
    const char *id;
    int ranks;
    unsigned char *state; /* of each rank: RANK_STARTED, RANK_COMPLETE */
    size_t started, complete;
    int joined; /* 1: a rank printed what it prints after all have joined */
};
enum { RANK_STARTED = 1, RANK_COMPLETE = 2 };

/* Two ranks, and what NCCL sends through between them. */
struct pair {
    int from, to;
    const char *transport;
};

struct ranks {
    void *texts; /* a tree of those that are kept once, so that equal ones have equal addresses */
    struct process *processes;
    size_t process_count;
    void *by_process; /* a tree of struct process_key */
    struct communicator *communicators;
    size_t communicator_count, state_bytes;
    struct pair **pairs; /* of the tree */
    size_t pair_count;
    void *by_pair;
    char *warning; /* the first */
    size_t warning_process, warning_line, lines;
    int has_ended; /* 1: a line shows that the log goes on to the end of a process */
    const char *version, *other_version; /* printed without a process's name; NULL: none */
};

struct ranks *ranks_new(void);
void ranks_free(struct ranks *);

/* Reads the next line of the logs, of any rank. */
void ranks_read(struct ranks *, const char *text);
