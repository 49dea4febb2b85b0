/* The trials of `lazynccl plugin check`. Each runs in a separate process.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "netplugin/check/session/transfer.h"

/* Runs a trial. Reports findings, or "skip" with a reason. */
typedef void trial_run(struct session *, struct connection *);

struct trial {
    enum lazynccl_net_kind kind;
    const char *name;
    trial_run *run;
    enum {
        TRIAL_FIRST = 1,     /* later trials run only if this one reports "works" */
        TRIAL_START = 16,    /* the first trial of an interface */
        TRIAL_ALONE = 2,     /* starts and finalizes the plugin itself */
        TRIAL_CONNECTED = 4, /* gets an open connection */
    } how;
    int since;              /* first version of the interface with this trial */
    const char *since_text; /* why older versions skip it */
    int first, last; /* first and last NCCL release that does what the trial tests; 0: no limit */
};
extern const struct trial trials_list[];
extern const int trials_count;

/* Calls a function for this many rounds, after two more in which the plugin may allocate what it
 * keeps. Then, in step `step`, reports the open files or threads if there is at least one more for
 * each round. `what` names the rounds' work. Waits briefly before, because threads end later. */
typedef void trial_round(struct session *, int number);
void trials_repeat(struct session *, trial_round *, int rounds, const char *step, const char *what);

/* Runs the trial of the session. */
void trials_play(struct session *);

/* In messages.c, life.c and processes.c; start is in trials.c. */
trial_run trials_messages, trials_sizes, trials_groups, trials_flight, trials_memory, trials_marks,
    trials_flush, trials_close, trials_abort, trials_connections, trials_again, trials_contexts,
    trials_reload, trials_held, trials_failed_init, trials_processes;

/* In tuner.c, profiler.c, env.c and gin.c. */
trial_run trials_tuner_start, trials_tuner_costs, trials_tuner_contexts, trials_tuner_again,
    trials_profiler_start, trials_profiler_events, trials_profiler_threads,
    trials_profiler_contexts, trials_profiler_late, trials_env_start, trials_env_variables,
    trials_gin_start, trials_gin_puts;
