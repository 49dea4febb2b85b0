/* Trials of a plugin's life: starting, connecting, closing, ending, and all of that again.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "plugin_mail.h"
#include "plugin_trials.h"
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

void trial_start(struct play *play)
{
    if (play_start(play) != 0)
        return;
    if (*play->name && strcmp(play->called, *play->name) != 0)
        play_complain(play, LN318, "the name is \"%s\" before init, and \"%s\" after it",
                      play->called, *play->name);
    play_judge_device(play, play->device, &play->is);
    if (play_finalize(play, play->ctx) == 0)
        play_say(play, "works", "%s", "");
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
static void judge_holdings(struct play *play, const struct holdings *before, int rounds,
                           const char *what)
{
    struct holdings now = holdings();

    for (int i = 0; i < 100 && now.threads - before->threads >= rounds; i++) {
        usleep(5000);
        now = holdings();
    }
    if (now.files - before->files >= rounds)
        play_complain(play, LN327, "%d %s leave %d more file descriptors open", rounds, what,
                      now.files - before->files);
    if (now.threads - before->threads >= rounds)
        play_complain(play, LN327, "%d %s leave %d more threads", rounds, what,
                      now.threads - before->threads);
}

/* Opens a way, sends, and closes it. Returns 0, or -1. */
static int visit(struct play *play, void *ctx)
{
    struct way way = {.listening = NULL};
    struct mail mail = {.way = &way, .count = 4, .n = 1, .room = 1000};

    return way_open(play, ctx, &way) == 0 && mail_deliver(play, &mail) == 0 ? way_close(play, &way)
                                                                            : -1;
}

/* Several ways at once, first all opened, then all closed. Returns 0, or -1. */
static int crowd(struct play *play)
{
    struct way ways[8];
    int failed = 0, count = sizeof ways / sizeof *ways;

    if (play->is.maxComms > 0 && play->is.maxComms < count)
        count = play->is.maxComms;
    memset(ways, 0, sizeof ways);
    for (int i = 0; i < count && !failed; i++)
        failed = way_open(play, play->ctx, &ways[i]);
    for (int i = count; i-- > 0 && !failed;) {
        struct mail mail = {.way = &ways[i], .count = 4, .n = 1, .room = 1000};

        failed = mail_deliver(play, &mail);
    }
    for (int i = 0; i < count && !failed; i++)
        failed = way_close(play, &ways[i]);
    return failed;
}

void trial_connections(struct play *play)
{
    struct way way = {.listening = NULL};
    struct holdings before;
    const int rounds = 20;

    if (play_start(play) != 0 || way_listen(play, play->ctx, &way) != 0)
        return;
    play_step(play, "accept where nobody connects");
    struct lazynccl_net_device_handle *device = NULL;
    if (!play_works(play, "accept",
                    play->net.accept(&play->real, way.listening, &way.receiving, &device)) ||
        way_join(play, play->ctx, &way, WAY_BOTH) != 0 || way_close(play, &way) != 0 ||
        visit(play, play->ctx) != 0)
        return;
    play_say(play, "works", "%s", "");
    if (crowd(play) != 0)
        return;
    before = holdings();
    for (int i = 0; i < rounds; i++)
        if (visit(play, play->ctx) != 0)
            return;
    play_step(play, "after closeSend, closeRecv and closeListen");
    judge_holdings(play, &before, rounds, "closed connections");
    play_finalize(play, play->ctx);
}

/* Sends until the plugin says that is done, closes the sender, and looks what arrives. */
static int leave_early(struct play *play, size_t room, int receives_first)
{
    struct way way = {.listening = NULL};
    struct mail mail = {.way = &way, .count = 1, .n = 1, .room = room, .late = LN326};
    int tries = 0;

    if (way_open(play, play->ctx, &way) != 0 || mail_begin(play, &mail) != 0)
        return -1;
    play_step(play, "isend, test, closeSend");
    if (receives_first && mail_post_receive(play, &mail, 0) < 0)
        return -1;
    while (mail.done_sends < 1) {
        if (mail_send(play, &mail) < 0)
            return -1;
        /* some are done only when the other side takes it */
        if (mail.done_sends < 1 && tries++ > 100 && mail_receive(play, &mail) < 0)
            return -1;
        if (mail.done_sends < 1 && !play_waits(play, LN315, "the send is not done"))
            return -1;
    }
    if (!play_works(play, "deregMr",
                    play->net.deregMr(&play->real, way.sending, mail.out_memory)) ||
        !play_works(play, "closeSend", play->net.closeSend(&play->real, way.sending)))
        return -1;
    way.sending = NULL;
    play_step(play, "receive from a sender that is closed");
    return mail_exchange(play, &mail) == 0 && mail_end(play, &mail) == 0 ? way_close(play, &way)
                                                                         : -1;
}

void trial_close(struct play *play)
{
    if (play_start(play) == 0 && leave_early(play, 100, 0) == 0 && leave_early(play, 100, 1) == 0 &&
        leave_early(play, 1 << 20, 1) == 0)
        play_finalize(play, play->ctx);
}

/* Closes a way on which much is under way, as an abort of NCCL's does. */
static int break_off(struct play *play, int sends, int receives)
{
    struct way way = {.listening = NULL};
    struct mail mail = {.way = &way, .count = 4, .n = 1, .room = 4 << 20};

    if (way_open(play, play->ctx, &way) != 0 || mail_begin(play, &mail) != 0)
        return -1;
    play_step(play, "%d isends and %d irecvs", sends, receives);
    for (int i = 0; i < receives; i++)
        if (mail_post_receive(play, &mail, i) < 0)
            return -1;
    for (int i = 0; i < sends; i++)
        if (mail_post_send(play, &mail, i) < 0)
            return -1;
    if (mail_end(play, &mail) != 0 || way_close(play, &way) != 0)
        return -1;
    mail_free(&mail);
    return 0;
}

void trial_abort(struct play *play)
{
    if (play_start(play) == 0 && break_off(play, 0, 4) == 0 && break_off(play, 4, 0) == 0 &&
        break_off(play, 4, 4) == 0 && break_off(play, 1, 4) == 0 && visit(play, play->ctx) == 0)
        play_finalize(play, play->ctx);
}

/* Init once more: after finalize, or where there is none. Returns 0, or -1. */
static int once_more(struct play *play, unsigned long communicator)
{
    void *ctx = NULL;
    int devices = 0, result;

    play_step(play, "init again");
    result = play_call_init(play, &ctx, communicator);
    if (result != LAZYNCCL_NET_SUCCESS) {
        play_complain(play, LN321, "it returns %d (%s)", result, play_result_text(result));
        return -1;
    }
    if (!play_works(play, "devices", play->net.devices(&play->real, &devices)))
        return -1;
    if (devices != play->devices) {
        play_complain(play, LN321, "there were %d devices, and now %d", play->devices, devices);
        return -1;
    }
    return visit(play, ctx) == 0 ? play_finalize(play, ctx) : -1;
}

void trial_again(struct play *play)
{
    const int rounds = 10;
    struct holdings before;

    if (play_start(play) != 0 || visit(play, play->ctx) != 0 || play_finalize(play, play->ctx) != 0)
        return;
    for (int i = 0; i < 2; i++)
        if (once_more(play, 2 + (unsigned long)i) != 0)
            return;
    before = holdings();
    for (int i = 0; i < rounds; i++)
        if (once_more(play, 4 + (unsigned long)i) != 0)
            return;
    play_step(play, "init again");
    judge_holdings(play, &before, rounds, play->net.finalize ? "init and finalize" : "init");
}

void trial_contexts(struct play *play)
{
    void *ctx[3] = {NULL};

    if (play->version < 11) {
        play_say(play, "skip", "there are contexts since v11");
        return;
    }
    if (play_start(play) != 0)
        return;
    for (int i = 0; i < 3; i++) {
        play_step(play, "init beside %d others", i + 1);
        int result = play_call_init(play, &ctx[i], 10 + (unsigned long)i);

        if (result != LAZYNCCL_NET_SUCCESS) {
            play_complain(play, LN321, "it returns %d (%s)", result, play_result_text(result));
            return;
        }
    }
    /* the oldest goes first, and the others stay whole */
    if (visit(play, ctx[2]) != 0 || visit(play, play->ctx) != 0 ||
        play_finalize(play, play->ctx) != 0)
        return;
    for (int i = 0; i < 3; i++)
        if (visit(play, ctx[i]) != 0 || play_finalize(play, ctx[i]) != 0)
            return;
}

void trial_reload(struct play *play)
{
    for (int i = 0; i < 3; i++) {
        play->ctx = NULL;
        if (play_start(play) != 0 || visit(play, play->ctx) != 0 ||
            play_finalize(play, play->ctx) != 0)
            return;
        play_step(play, "unload");
        dlclose(play->file);
        usleep(50000); /* a thread that was left runs on, into what is no longer there */
    }
}
