/* The list of trials, in the order in which they run. The first is start.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "netplugin/check/trials/trials.h"

static void start(struct session *s, struct connection *none)
{
    session_start(s);
    session_check_name(s);
    session_check_device(s, s->options.device, &s->plugin.properties);
    session_finalize(s, s->plugin.ctx);
    session_say(s, "works", "%s", "");
}

#define TRIAL(of, word, runs, flags)                                                               \
    .kind = LAZYNCCL_NET_KIND_##of, .name = (word), .run = (runs), .how = (flags)

const struct trial trials_list[] = {
    {TRIAL(NET, "start", start, TRIAL_START | TRIAL_FIRST | TRIAL_ALONE)},
    {TRIAL(NET, "connections", trials_connections, TRIAL_FIRST)},
    {TRIAL(NET, "messages", trials_messages, TRIAL_CONNECTED)},
    {TRIAL(NET, "sizes", trials_sizes, TRIAL_CONNECTED)},
    {TRIAL(NET, "groups", trials_groups, 0)},
    {TRIAL(NET, "in flight", trials_flight, TRIAL_CONNECTED)},
    {TRIAL(NET, "memory", trials_memory, TRIAL_CONNECTED)},
    {TRIAL(NET, "optional", trials_marks, TRIAL_CONNECTED), .since = 9,
     .since_text = "NCCL marks receives since v9"},
    {TRIAL(NET, "flush", trials_flush, 0)},
    {TRIAL(NET, "close", trials_close, 0)},
    {TRIAL(NET, "abort", trials_abort, 0)},
    {TRIAL(NET, "again", trials_again, TRIAL_ALONE), .first = 22803},
    {TRIAL(NET, "contexts", trials_contexts, TRIAL_ALONE), .since = 11,
     .since_text = "contexts exist since v11"},
    {TRIAL(NET, "reload", trials_reload, TRIAL_ALONE), .first = 22203, .last = 22601},
    {TRIAL(NET, "held", trials_held, TRIAL_ALONE), .first = 22203, .last = 22601},
    {TRIAL(NET, "failed init", trials_failed_init, TRIAL_ALONE), .first = 22803, .last = 22903},
    {TRIAL(NET, "processes", trials_processes, TRIAL_ALONE)},
    {TRIAL(TUNER, "start", trials_tuner_start, TRIAL_ALONE | TRIAL_START | TRIAL_FIRST)},
    {TRIAL(TUNER, "costs", trials_tuner_costs, TRIAL_ALONE)},
    {TRIAL(TUNER, "contexts", trials_tuner_contexts, TRIAL_ALONE)},
    {TRIAL(TUNER, "again", trials_tuner_again, TRIAL_ALONE)},
    {TRIAL(PROFILER, "start", trials_profiler_start, TRIAL_ALONE | TRIAL_START | TRIAL_FIRST)},
    {TRIAL(PROFILER, "events", trials_profiler_events, TRIAL_ALONE)},
    {TRIAL(PROFILER, "threads", trials_profiler_threads, TRIAL_ALONE)},
    {TRIAL(PROFILER, "contexts", trials_profiler_contexts, TRIAL_ALONE)},
    {TRIAL(PROFILER, "late", trials_profiler_late, TRIAL_ALONE)},
    {TRIAL(ENV, "start", trials_env_start, TRIAL_ALONE | TRIAL_START | TRIAL_FIRST)},
    {TRIAL(ENV, "variables", trials_env_variables, TRIAL_ALONE)},
    {TRIAL(GIN, "start", trials_gin_start, TRIAL_ALONE | TRIAL_START | TRIAL_FIRST)},
    {TRIAL(GIN, "puts", trials_gin_puts, TRIAL_ALONE)},
};
const int trials_count = sizeof trials_list / sizeof *trials_list;

void trials_play(struct session *s)
{
    const struct trial *trial = s->trial;
    struct connection connection;

    if (s->version < trial->since)
        SESSION_SKIP(s, "%s", trial->since_text);
    if (!(trial->how & TRIAL_ALONE))
        session_start(s);
    if (trial->how & TRIAL_CONNECTED)
        connection_open(s, s->plugin.ctx, &connection);
    trial->run(s, &connection);
    if (trial->how & TRIAL_CONNECTED)
        connection_close(s, &connection);
    if (!(trial->how & TRIAL_ALONE))
        session_finalize(s, s->plugin.ctx);
}
