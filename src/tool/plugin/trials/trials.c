/* Lists the trials, in their order; start is the first.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/plugin/trials/trials.h"

static void start(struct session *s, struct connection *none)
{
    session_start(s);
    session_check_name(s);
    session_check_device(s, s->device, &s->plugin.properties);
    session_finalize(s, s->plugin.ctx);
    session_say(s, "works", "%s", "");
}

const struct trial trials_list[] = {
    {"start", start, TRIAL_FIRST | TRIAL_ALONE, 0, NULL},
    {"connections", trials_connections, TRIAL_FIRST, 0, NULL},
    {"messages", trials_messages, TRIAL_CONNECTED, 0, NULL},
    {"sizes", trials_sizes, TRIAL_CONNECTED, 0, NULL},
    {"groups", trials_groups, 0, 0, NULL},
    {"in flight", trials_flight, TRIAL_CONNECTED, 0, NULL},
    {"memory", trials_memory, TRIAL_CONNECTED, 0, NULL},
    {"optional", trials_marks, TRIAL_CONNECTED, 9, "NCCL marks receives since v9"},
    {"flush", trials_flush, 0, 0, NULL},
    {"close", trials_close, 0, 0, NULL},
    {"abort", trials_abort, 0, 0, NULL},
    {"again", trials_again, TRIAL_ALONE, 0, NULL},
    {"contexts", trials_contexts, TRIAL_ALONE, 11, "there are contexts since v11"},
    {"reload", trials_reload, TRIAL_ALONE, 0, NULL},
    {"processes", trials_processes, TRIAL_ALONE, 0, NULL},
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
