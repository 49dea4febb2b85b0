/* Lists the trials, in their order; start is the first.
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

#define NET(name, run, how)                                                                        \
    {                                                                                              \
        "net", name, run, how, 0, NULL, 0, 0                                                       \
    }
#define NET_SINCE(name, run, how, version, text)                                                   \
    {                                                                                              \
        "net", name, run, how, version, text, 0, 0                                                 \
    }
#define NET_OF(name, run, how, first, last)                                                        \
    {                                                                                              \
        "net", name, run, how, 0, NULL, first, last                                                \
    }
#define TUNER(name, run, how)                                                                      \
    {                                                                                              \
        "tuner", name, run, TRIAL_ALONE | (how), 0, NULL, 0, 0                                     \
    }
#define PROFILER(name, run, how)                                                                   \
    {                                                                                              \
        "profiler", name, run, TRIAL_ALONE | (how), 0, NULL, 0, 0                                  \
    }

const struct trial trials_list[] = {
    NET("start", start, TRIAL_START | TRIAL_FIRST | TRIAL_ALONE),
    NET("connections", trials_connections, TRIAL_FIRST),
    NET("messages", trials_messages, TRIAL_CONNECTED),
    NET("sizes", trials_sizes, TRIAL_CONNECTED),
    NET("groups", trials_groups, 0),
    NET("in flight", trials_flight, TRIAL_CONNECTED),
    NET("memory", trials_memory, TRIAL_CONNECTED),
    NET_SINCE("optional", trials_marks, TRIAL_CONNECTED, 9, "NCCL marks receives since v9"),
    NET("flush", trials_flush, 0),
    NET("close", trials_close, 0),
    NET("abort", trials_abort, 0),
    NET_OF("again", trials_again, TRIAL_ALONE, 22803, 0),
    NET_SINCE("contexts", trials_contexts, TRIAL_ALONE, 11, "there are contexts since v11"),
    NET_OF("reload", trials_reload, TRIAL_ALONE, 22203, 22601),
    NET_OF("held", trials_held, TRIAL_ALONE, 22203, 22601),
    NET_OF("failed init", trials_failed_init, TRIAL_ALONE, 22803, 22903),
    NET("processes", trials_processes, TRIAL_ALONE),
    NET("replay", trials_replay, TRIAL_REPLAY),
    TUNER("start", trials_tuner_start, TRIAL_START | TRIAL_FIRST),
    TUNER("costs", trials_tuner_costs, 0),
    TUNER("contexts", trials_tuner_contexts, 0),
    TUNER("again", trials_tuner_again, 0),
    PROFILER("start", trials_profiler_start, TRIAL_START | TRIAL_FIRST),
    PROFILER("events", trials_profiler_events, 0),
    PROFILER("threads", trials_profiler_threads, 0),
    PROFILER("contexts", trials_profiler_contexts, 0),
    PROFILER("late", trials_profiler_late, 0),
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
