/* What the lines of a log were read into.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/explain/log/line.h"

struct process {
    const char *host;
    long pid, device;
    int rank, ranks; /* in its largest communicator; -1: not known */
    int complete;    /* 1: that communicator was ready */
    const char *version, *driver, *network, *fallback, *interface; /* NULL: not said */
    char *warnings;        /* the first lines, each with its end */
    size_t warned;         /* bytes of them */
    const char **settings; /* "NCCL_PROTO=LL" */
    size_t setting_count;
};

/* A process by its name. */
struct process_key {
    const char *host;
    long pid;
    size_t number;
};

struct communicator {
    const char *id;
    int ranks;
    unsigned char *state; /* of each rank: RANK_STARTED, RANK_COMPLETE */
    size_t started, complete;
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

const char *ranks_data_text(struct ranks *, const char *text, size_t length);

/* The process that printed a line; NULL: there are too many. It moves with the next one. */
struct process *ranks_data_process(struct ranks *, const struct line *);

/* NULL: there are too many. */
struct communicator *ranks_data_communicator(struct ranks *, const char *id, int ranks);
void ranks_data_pair(struct ranks *, const struct pair *);

void ranks_data_free(struct ranks *);

/* A thing that the log shows. */
struct ranks_note {
    const char *topic; /* "ranks", "first warning", "differs", "never joined" ... */
    char *text;
    int is_fault; /* 0: only to know */
};

/* In the order in which people should read them. None if one process spoke, and waits for no
 * other. */
struct ranks_notes {
    struct ranks_note *list;
    size_t count, faults;
};
