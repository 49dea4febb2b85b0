/* The trials of `lazynccl plugin check`, each run in a process of its own.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/plugin/session/session.h"

struct trial {
    const char *name;
    int first;                     /* 1: unless it says "works", no later trial runs */
    void (*run)(struct session *); /* reports findings, or says "skip" and why */
};
extern const struct trial trials_list[];
extern const int trials_count;

/* In messages.c, life.c and processes.c; start is in trials.c. */
void trials_start(struct session *);
void trials_messages(struct session *);
void trials_sizes(struct session *);
void trials_groups(struct session *);
void trials_flight(struct session *);
void trials_memory(struct session *);
void trials_marks(struct session *);
void trials_flush(struct session *);
void trials_close(struct session *);
void trials_abort(struct session *);
void trials_connections(struct session *);
void trials_again(struct session *);
void trials_contexts(struct session *);
void trials_reload(struct session *);
void trials_processes(struct session *);
