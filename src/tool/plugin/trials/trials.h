/* The trials of `lazynccl plugin check`, each run in a process of its own.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/plugin/session/transfer.h"

/* Reports findings, or says "skip" and why. */
typedef void trial_run(struct session *, struct connection *);

struct trial {
    const char *name;
    trial_run *run;
    enum {
        TRIAL_FIRST = 1,     /* unless it says "works", no later trial runs */
        TRIAL_ALONE = 2,     /* starts and finalizes the plugin itself */
        TRIAL_CONNECTED = 4, /* gets a connection that is open */
    } how;
    int since;              /* an older version has nothing to try, */
    const char *since_text; /* and says this */
};
extern const struct trial trials_list[];
extern const int trials_count;

/* Plays the session's. */
void trials_play(struct session *);

/* In messages.c, life.c and processes.c; start is in trials.c. */
trial_run trials_messages, trials_sizes, trials_groups, trials_flight, trials_memory, trials_marks,
    trials_flush, trials_close, trials_abort, trials_connections, trials_again, trials_contexts,
    trials_reload, trials_processes;
