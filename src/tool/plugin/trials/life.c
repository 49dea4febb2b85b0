/* Trials of a plugin's life: connecting, closing, finalizing, and all of that again.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "tool/plugin/session/transfer.h"
#include "tool/plugin/trials/trials.h"
#include <dirent.h>
#include <dlfcn.h>
#include <string.h>
#include <unistd.h>

/* How many "fd" or "task" this process has. */
static int count_of(const char *what)
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
    return (struct holdings){count_of("fd"), count_of("task")};
}

/* Reports a growth of at least one a round. Threads may take a moment to end. */
static void check_holdings(struct session *s, const struct holdings *before, int rounds,
                           const char *what)
{
    struct holdings now = holdings();

    for (int i = 0; i < 100 && now.threads - before->threads >= rounds; i++) {
        usleep(5000);
        now = holdings();
    }
    if (now.files - before->files >= rounds)
        session_report(s, "LN327", "%d %s leave %d more file descriptors open", rounds, what,
                       now.files - before->files);
    if (now.threads - before->threads >= rounds)
        session_report(s, "LN327", "%d %s leave %d more threads", rounds, what,
                       now.threads - before->threads);
}

/* Opens a connection, sends, and closes it. Returns 0, or -1. */
static int visit(struct session *s, void *ctx)
{
    struct connection connection = {.listening = NULL};
    struct transfer transfer = transfer_over(&connection, 4, 1, 1000);

    return connection_open(s, ctx, &connection) == 0 && transfer_deliver(s, &transfer) == 0
               ? connection_close(s, &connection)
               : -1;
}

/* Opens several connections, then closes all. Returns 0, or -1. */
static int crowd(struct session *s)
{
    struct connection connections[8];
    int failed = 0, count = sizeof connections / sizeof *connections;

    if (s->plugin.properties.maxComms > 0 && s->plugin.properties.maxComms < count)
        count = s->plugin.properties.maxComms;
    memset(connections, 0, sizeof connections);
    for (int i = 0; i < count && !failed; i++)
        failed = connection_open(s, s->plugin.ctx, &connections[i]);
    for (int i = count; i-- > 0 && !failed;) {
        struct transfer transfer = transfer_over(&connections[i], 4, 1, 1000);

        failed = transfer_deliver(s, &transfer);
    }
    for (int i = 0; i < count && !failed; i++)
        failed = connection_close(s, &connections[i]);
    return failed;
}

void trials_connections(struct session *s)
{
    struct connection connection = {.listening = NULL};
    struct holdings before;
    const int rounds = 20;

    if (session_start(s) != 0 || connection_listen(s, s->plugin.ctx, &connection) != 0)
        return;
    session_step(s, "accept where nobody connects");
    struct lazynccl_net_device_handle *device = NULL;
    if (!SESSION_CALL(s, accept, connection.listening, &connection.receiving, &device) ||
        connection_join(s, s->plugin.ctx, &connection, CONNECTION_BOTH) != 0 ||
        connection_close(s, &connection) != 0 || visit(s, s->plugin.ctx) != 0)
        return;
    session_say(s, "works", "%s", "");
    if (crowd(s) != 0)
        return;
    before = holdings();
    for (int i = 0; i < rounds; i++)
        if (visit(s, s->plugin.ctx) != 0)
            return;
    session_step(s, "after closeSend, closeRecv and closeListen");
    check_holdings(s, &before, rounds, "closed connections");
    session_finalize(s, s->plugin.ctx);
}

/* Closes a connection with requests in flight, as ncclCommAbort() does. */
static int break_off(struct session *s, int sends, int receives)
{
    struct connection connection = {.listening = NULL};
    struct transfer transfer = transfer_over(&connection, 4, 1, 4 << 20);

    if (connection_open(s, s->plugin.ctx, &connection) != 0 || transfer_begin(s, &transfer) != 0)
        return -1;
    session_step(s, "%d isends and %d irecvs", sends, receives);
    for (int i = 0; i < receives; i++)
        if (transfer_post_receive(s, &transfer, i) < 0)
            return -1;
    for (int i = 0; i < sends; i++)
        if (transfer_post_send(s, &transfer, i) < 0)
            return -1;
    if (transfer_end(s, &transfer) != 0 || connection_close(s, &connection) != 0)
        return -1;
    transfer_free(&transfer);
    return 0;
}

void trials_abort(struct session *s)
{
    if (session_start(s) == 0 && break_off(s, 0, 4) == 0 && break_off(s, 4, 0) == 0 &&
        break_off(s, 4, 4) == 0 && break_off(s, 1, 4) == 0 && visit(s, s->plugin.ctx) == 0)
        session_finalize(s, s->plugin.ctx);
}

/* Init after finalize, or without one if there is none. Returns 0, or -1. */
static int once_more(struct session *s, unsigned long communicator)
{
    void *ctx = NULL;
    int devices = 0;

    session_step(s, "init again");
    if (session_init(s, "LN321", &ctx, communicator) != 0)
        return -1;
    if (!SESSION_CALL(s, devices, &devices))
        return -1;
    if (devices != s->plugin.devices)
        return session_report(s, "LN321", "there were %d devices, and now %d", s->plugin.devices,
                              devices);
    return visit(s, ctx) == 0 ? session_finalize(s, ctx) : -1;
}

void trials_again(struct session *s)
{
    const int rounds = 10;
    struct holdings before;

    if (session_start(s) != 0 || visit(s, s->plugin.ctx) != 0 ||
        session_finalize(s, s->plugin.ctx) != 0)
        return;
    for (int i = 0; i < 2; i++)
        if (once_more(s, 2 + (unsigned long)i) != 0)
            return;
    before = holdings();
    for (int i = 0; i < rounds; i++)
        if (once_more(s, 4 + (unsigned long)i) != 0)
            return;
    session_step(s, "init again");
    check_holdings(s, &before, rounds, s->plugin.net.finalize ? "init and finalize" : "init");
}

void trials_contexts(struct session *s)
{
    void *ctx[3] = {NULL};

    if (s->version < 11) {
        session_say(s, "skip", "there are contexts since v11");
        return;
    }
    if (session_start(s) != 0)
        return;
    for (int i = 0; i < 3; i++) {
        session_step(s, "init beside %d others", i + 1);
        if (session_init(s, "LN321", &ctx[i], 10 + (unsigned long)i) != 0)
            return;
    }
    /* the oldest ends first; the others must still work */
    if (visit(s, ctx[2]) != 0 || visit(s, s->plugin.ctx) != 0 ||
        session_finalize(s, s->plugin.ctx) != 0)
        return;
    for (int i = 0; i < 3; i++)
        if (visit(s, ctx[i]) != 0 || session_finalize(s, ctx[i]) != 0)
            return;
}

void trials_reload(struct session *s)
{
    for (int i = 0; i < 3; i++) {
        s->plugin.ctx = NULL;
        if (session_start(s) != 0 || visit(s, s->plugin.ctx) != 0 ||
            session_finalize(s, s->plugin.ctx) != 0)
            return;
        session_step(s, "unload");
        dlclose(s->plugin.file);
        usleep(50000); /* a thread that was left would now run code that is unmapped */
    }
}
