/* Lists the trials, in their order; start is the first.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/plugin/trials/trials.h"

const struct trial trials_list[] = {
    {"start", 1, trials_start},         {"connections", 1, trials_connections},
    {"messages", 0, trials_messages},   {"sizes", 0, trials_sizes},
    {"groups", 0, trials_groups},       {"in flight", 0, trials_flight},
    {"memory", 0, trials_memory},       {"optional", 0, trials_marks},
    {"flush", 0, trials_flush},         {"close", 0, trials_close},
    {"abort", 0, trials_abort},         {"again", 0, trials_again},
    {"contexts", 0, trials_contexts},   {"reload", 0, trials_reload},
    {"processes", 0, trials_processes},
};
const int trials_count = sizeof trials_list / sizeof *trials_list;

void trials_start(struct session *s)
{
    session_start(s);
    session_check_name(s);
    session_check_device(s, s->device, &s->plugin.properties);
    session_finalize(s, s->plugin.ctx);
    session_say(s, "works", "%s", "");
}
