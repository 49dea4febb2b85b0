/* Trials of a plugin's life: starting, connecting, closing, ending, and all of that again.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "tool/plugin/transfer.h"
#include "tool/plugin/trials.h"
#include <dirent.h>
#include <dlfcn.h>
#include <string.h>
#include <unistd.h>

const struct plugin_trial plugin_trials[] = {
    {"start", 1, trial_start},         {"connections", 1, trial_connections},
    {"messages", 0, trial_messages},   {"sizes", 0, trial_sizes},
    {"groups", 0, trial_groups},       {"in flight", 0, trial_flight},
    {"memory", 0, trial_memory},       {"optional", 0, trial_marks},
    {"flush", 0, trial_flush},         {"close", 0, trial_close},
    {"abort", 0, trial_abort},         {"again", 0, trial_again},
    {"contexts", 0, trial_contexts},   {"reload", 0, trial_reload},
    {"processes", 0, trial_processes},
};
const int plugin_trial_count = sizeof plugin_trials / sizeof *plugin_trials;

void trial_start(struct session *play)
{
    if (session_start(play) != 0)
        return;
    if (*play->name && strcmp(play->called, *play->name) != 0)
        session_report(play, "LN318", "the name is \"%s\" before init, and \"%s\" after it",
                       play->called, *play->name);
    session_check_device(play, play->device, &play->is);
    if (session_finalize(play, play->ctx) == 0)
        session_say(play, "works", "%s", "");
}

/* What this process holds: "fd" or "task". */
static int held(const char *what)
{
    char path[40];
    int count = 0;

    snprintf(path, sizeof path, "/proc/self/%s", what);
    DIR *folder = opendir(path);
    while (folder && readdir(folder))
        count++;
    if (folder)
        closedir(folder);
    return count;
}

struct holdings {
    int files, threads;
};

static struct holdings holdings(void)
{
    return (struct holdings){held("fd"), held("task")};
}

/* Complains if there is more of something than before for each of so many rounds. Threads may take
 * a moment to end. */
static void judge_holdings(struct session *play, const struct holdings *before, int rounds,
                           const char *what)
{
    struct holdings now = holdings();

    for (int i = 0; i < 100 && now.threads - before->threads >= rounds; i++) {
        usleep(5000);
        now = holdings();
    }
    if (now.files - before->files >= rounds)
        session_report(play, "LN327", "%d %s leave %d more file descriptors open", rounds, what,
                       now.files - before->files);
    if (now.threads - before->threads >= rounds)
        session_report(play, "LN327", "%d %s leave %d more threads", rounds, what,
                       now.threads - before->threads);
}

/* Opens a way, sends, and closes it. Returns 0, or -1. */
static int visit(struct session *play, void *ctx)
{
    struct connection way = {.listening = NULL};
    struct transfer mail = {.way = &way, .count = 4, .n = 1, .room = 1000};

    return connection_open(play, ctx, &way) == 0 && transfer_deliver(play, &mail) == 0
               ? connection_close(play, &way)
               : -1;
}

/* Several ways at once, first all opened, then all closed. Returns 0, or -1. */
static int crowd(struct session *play)
{
    struct connection ways[8];
    int failed = 0, count = sizeof ways / sizeof *ways;

    if (play->is.maxComms > 0 && play->is.maxComms < count)
        count = play->is.maxComms;
    memset(ways, 0, sizeof ways);
    for (int i = 0; i < count && !failed; i++)
        failed = connection_open(play, play->ctx, &ways[i]);
    for (int i = count; i-- > 0 && !failed;) {
        struct transfer mail = {.way = &ways[i], .count = 4, .n = 1, .room = 1000};

        failed = transfer_deliver(play, &mail);
    }
    for (int i = 0; i < count && !failed; i++)
        failed = connection_close(play, &ways[i]);
    return failed;
}

void trial_connections(struct session *play)
{
    struct connection way = {.listening = NULL};
    struct holdings before;
    const int rounds = 20;

    if (session_start(play) != 0 || connection_listen(play, play->ctx, &way) != 0)
        return;
    session_step(play, "accept where nobody connects");
    struct lazynccl_net_device_handle *device = NULL;
    if (!session_works(play, "accept",
                       play->net.accept(&play->real, way.listening, &way.receiving, &device)) ||
        connection_join(play, play->ctx, &way, CONNECTION_BOTH) != 0 ||
        connection_close(play, &way) != 0 || visit(play, play->ctx) != 0)
        return;
    session_say(play, "works", "%s", "");
    if (crowd(play) != 0)
        return;
    before = holdings();
    for (int i = 0; i < rounds; i++)
        if (visit(play, play->ctx) != 0)
            return;
    session_step(play, "after closeSend, closeRecv and closeListen");
    judge_holdings(play, &before, rounds, "closed connections");
    session_finalize(play, play->ctx);
}

/* Sends until the plugin says that is done, closes the sender, and looks what arrives. */
static int leave_early(struct session *play, size_t room, int receives_first)
{
    struct connection way = {.listening = NULL};
    struct transfer mail = {.way = &way, .count = 1, .n = 1, .room = room, .late = "LN326"};
    int tries = 0;

    if (connection_open(play, play->ctx, &way) != 0 || transfer_begin(play, &mail) != 0)
        return -1;
    session_step(play, "isend, test, closeSend");
    if (receives_first && transfer_post_receive(play, &mail, 0) < 0)
        return -1;
    while (mail.done_sends < 1) {
        if (transfer_send(play, &mail) < 0)
            return -1;
        /* some are done only when the other side takes it */
        if (mail.done_sends < 1 && tries++ > 100 && transfer_receive(play, &mail) < 0)
            return -1;
        if (mail.done_sends < 1 && !session_waits(play, "LN315", "the send is not done"))
            return -1;
    }
    if (!session_works(play, "deregMr",
                       play->net.deregMr(&play->real, way.sending, mail.out_memory)) ||
        !session_works(play, "closeSend", play->net.closeSend(&play->real, way.sending)))
        return -1;
    way.sending = NULL;
    session_step(play, "receive from a sender that is closed");
    return transfer_exchange(play, &mail) == 0 && transfer_end(play, &mail) == 0
               ? connection_close(play, &way)
               : -1;
}

void trial_close(struct session *play)
{
    if (session_start(play) == 0 && leave_early(play, 100, 0) == 0 &&
        leave_early(play, 100, 1) == 0 && leave_early(play, 1 << 20, 1) == 0)
        session_finalize(play, play->ctx);
}

/* Closes a way on which much is under way, as an abort of NCCL's does. */
static int break_off(struct session *play, int sends, int receives)
{
    struct connection way = {.listening = NULL};
    struct transfer mail = {.way = &way, .count = 4, .n = 1, .room = 4 << 20};

    if (connection_open(play, play->ctx, &way) != 0 || transfer_begin(play, &mail) != 0)
        return -1;
    session_step(play, "%d isends and %d irecvs", sends, receives);
    for (int i = 0; i < receives; i++)
        if (transfer_post_receive(play, &mail, i) < 0)
            return -1;
    for (int i = 0; i < sends; i++)
        if (transfer_post_send(play, &mail, i) < 0)
            return -1;
    if (transfer_end(play, &mail) != 0 || connection_close(play, &way) != 0)
        return -1;
    transfer_free(&mail);
    return 0;
}

void trial_abort(struct session *play)
{
    if (session_start(play) == 0 && break_off(play, 0, 4) == 0 && break_off(play, 4, 0) == 0 &&
        break_off(play, 4, 4) == 0 && break_off(play, 1, 4) == 0 && visit(play, play->ctx) == 0)
        session_finalize(play, play->ctx);
}

/* Init once more: after finalize, or where there is none. Returns 0, or -1. */
static int once_more(struct session *play, unsigned long communicator)
{
    void *ctx = NULL;
    int devices = 0, result;

    session_step(play, "init again");
    result = session_call_init(play, &ctx, communicator);
    if (result != LAZYNCCL_NET_SUCCESS) {
        session_report(play, "LN321", "it returns %d (%s)", result, session_result_text(result));
        return -1;
    }
    if (!session_works(play, "devices", play->net.devices(&play->real, &devices)))
        return -1;
    if (devices != play->devices) {
        session_report(play, "LN321", "there were %d devices, and now %d", play->devices, devices);
        return -1;
    }
    return visit(play, ctx) == 0 ? session_finalize(play, ctx) : -1;
}

void trial_again(struct session *play)
{
    const int rounds = 10;
    struct holdings before;

    if (session_start(play) != 0 || visit(play, play->ctx) != 0 ||
        session_finalize(play, play->ctx) != 0)
        return;
    for (int i = 0; i < 2; i++)
        if (once_more(play, 2 + (unsigned long)i) != 0)
            return;
    before = holdings();
    for (int i = 0; i < rounds; i++)
        if (once_more(play, 4 + (unsigned long)i) != 0)
            return;
    session_step(play, "init again");
    judge_holdings(play, &before, rounds, play->net.finalize ? "init and finalize" : "init");
}

void trial_contexts(struct session *play)
{
    void *ctx[3] = {NULL};

    if (play->version < 11) {
        session_say(play, "skip", "there are contexts since v11");
        return;
    }
    if (session_start(play) != 0)
        return;
    for (int i = 0; i < 3; i++) {
        session_step(play, "init beside %d others", i + 1);
        int result = session_call_init(play, &ctx[i], 10 + (unsigned long)i);

        if (result != LAZYNCCL_NET_SUCCESS) {
            session_report(play, "LN321", "it returns %d (%s)", result,
                           session_result_text(result));
            return;
        }
    }
    /* the oldest goes first, and the others stay whole */
    if (visit(play, ctx[2]) != 0 || visit(play, play->ctx) != 0 ||
        session_finalize(play, play->ctx) != 0)
        return;
    for (int i = 0; i < 3; i++)
        if (visit(play, ctx[i]) != 0 || session_finalize(play, ctx[i]) != 0)
            return;
}

void trial_reload(struct session *play)
{
    for (int i = 0; i < 3; i++) {
        play->ctx = NULL;
        if (session_start(play) != 0 || visit(play, play->ctx) != 0 ||
            session_finalize(play, play->ctx) != 0)
            return;
        session_step(play, "unload");
        dlclose(play->file);
        usleep(50000); /* a thread that was left runs on, into what is no longer there */
    }
}
