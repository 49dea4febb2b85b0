/* What `lazynccl plugin check` tries with a plugin, each in a process of its own.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef LAZYNCCL_TOOL_PLUGIN_TRIALS_H
#define LAZYNCCL_TOOL_PLUGIN_TRIALS_H

#include "tool/plugin/session.h"

struct plugin_trial {
    const char *name;
    int first;                     /* 1: unless it says "works", nothing else is tried */
    void (*run)(struct session *); /* complains, or says "skip" and why it cannot be tried */
};
extern const struct plugin_trial plugin_trials[];
extern const int plugin_trial_count;

/* In plugin_trials_life.c, _mail.c and _two.c. */
void trial_start(struct session *);
void trial_messages(struct session *);
void trial_sizes(struct session *);
void trial_groups(struct session *);
void trial_flight(struct session *);
void trial_memory(struct session *);
void trial_marks(struct session *);
void trial_flush(struct session *);
void trial_close(struct session *);
void trial_abort(struct session *);
void trial_connections(struct session *);
void trial_again(struct session *);
void trial_contexts(struct session *);
void trial_reload(struct session *);
void trial_processes(struct session *);

#endif
