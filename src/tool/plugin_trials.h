/* What `lazynccl plugin check` tries with a plugin, each in a process of its own.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef LAZYNCCL_TOOL_PLUGIN_TRIALS_H
#define LAZYNCCL_TOOL_PLUGIN_TRIALS_H

#include "plugin_play.h"

struct plugin_trial {
    const char *name;
    int first;                  /* 1: unless it says "works", nothing else is tried */
    void (*run)(struct play *); /* complains, or says "skip" and why it cannot be tried */
};
extern const struct plugin_trial plugin_trials[];
extern const int plugin_trial_count;

/* In plugin_trials_life.c, _mail.c and _two.c. */
void trial_start(struct play *);
void trial_messages(struct play *);
void trial_sizes(struct play *);
void trial_groups(struct play *);
void trial_flight(struct play *);
void trial_memory(struct play *);
void trial_marks(struct play *);
void trial_flush(struct play *);
void trial_close(struct play *);
void trial_abort(struct play *);
void trial_connections(struct play *);
void trial_again(struct play *);
void trial_contexts(struct play *);
void trial_reload(struct play *);
void trial_processes(struct play *);

#endif
