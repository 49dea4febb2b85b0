/* The trials of `lazynccl plugin check`, each run in a process of its own.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "netplugin/check/session/transfer.h"

/* Reports findings, or says "skip" and why. */
typedef void trial_run(struct session *, struct connection *);

struct trial {
    enum lazynccl_net_kind kind;
    const char *name;
    trial_run *run;
    enum {
        TRIAL_FIRST = 1,     /* unless it says "works", no later trial runs */
        TRIAL_START = 16,    /* the interface's first */
        TRIAL_ALONE = 2,     /* starts and finalizes the plugin itself */
        TRIAL_CONNECTED = 4, /* gets a connection that is open */
        TRIAL_REPLAY = 8,    /* tried with a recording alone */
    } how;
    int since;              /* an older version has nothing to try, */
    const char *since_text; /* and says this */
    int first, last;        /* the NCCL releases that do this; 0: all before, or after */
};
extern const struct trial trials_list[];
extern const int trials_count;

/* What the process has open. The second reports a growth of at least one a round; threads may take
 * a moment to end. */
struct holdings {
    int files, threads;
};
struct holdings trials_holdings(void);
void trials_check_holdings(struct session *, const struct holdings *before, int rounds,
                           const char *what);

/* Plays the session's. */
void trials_play(struct session *);

/* In messages.c, life.c and processes.c; start is in trials.c. */
trial_run trials_messages, trials_sizes, trials_groups, trials_flight, trials_memory, trials_marks,
    trials_flush, trials_close, trials_abort, trials_replay, trials_connections, trials_again,
    trials_contexts, trials_reload, trials_held, trials_failed_init, trials_processes;

/* In tuner.c and profiler.c. */
trial_run trials_tuner_start, trials_tuner_costs, trials_tuner_contexts, trials_tuner_again,
    trials_profiler_start, trials_profiler_events, trials_profiler_threads,
    trials_profiler_contexts, trials_profiler_late;
