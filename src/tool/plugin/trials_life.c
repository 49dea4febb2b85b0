/* Trials of a plugin's life: connecting, closing, finalizing, and all of that again.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "tool/plugin/transfer.h"
#include "tool/plugin/trials.h"
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
static void check_holdings(struct session *session, const struct holdings *before, int rounds,
                           const char *what)
{
    struct holdings now = holdings();

    for (int i = 0; i < 100 && now.threads - before->threads >= rounds; i++) {
        usleep(5000);
        now = holdings();
    }
    if (now.files - before->files >= rounds)
        session_report(session, "LN327", "%d %s leave %d more file descriptors open", rounds, what,
                       now.files - before->files);
    if (now.threads - before->threads >= rounds)
        session_report(session, "LN327", "%d %s leave %d more threads", rounds, what,
                       now.threads - before->threads);
}

/* Opens a connection, sends, and closes it. Returns 0, or -1. */
static int visit(struct session *session, void *ctx)
{
    struct connection connection = {.listening = NULL};
    struct transfer transfer = transfer_over(&connection, 4, 1, 1000);

    return connection_open(session, ctx, &connection) == 0 &&
                   transfer_deliver(session, &transfer) == 0
               ? connection_close(session, &connection)
               : -1;
}

/* Opens several connections, then closes all. Returns 0, or -1. */
static int crowd(struct session *session)
{
    struct connection connections[8];
    int failed = 0, count = sizeof connections / sizeof *connections;

    if (session->plugin.properties.maxComms > 0 && session->plugin.properties.maxComms < count)
        count = session->plugin.properties.maxComms;
    memset(connections, 0, sizeof connections);
    for (int i = 0; i < count && !failed; i++)
        failed = connection_open(session, session->plugin.ctx, &connections[i]);
    for (int i = count; i-- > 0 && !failed;) {
        struct transfer transfer = transfer_over(&connections[i], 4, 1, 1000);

        failed = transfer_deliver(session, &transfer);
    }
    for (int i = 0; i < count && !failed; i++)
        failed = connection_close(session, &connections[i]);
    return failed;
}

void trials_connections(struct session *session)
{
    struct connection connection = {.listening = NULL};
    struct holdings before;
    const int rounds = 20;

    if (session_start(session) != 0 ||
        connection_listen(session, session->plugin.ctx, &connection) != 0)
        return;
    session_step(session, "accept where nobody connects");
    struct lazynccl_net_device_handle *device = NULL;
    if (!SESSION_CALL(session, accept, connection.listening, &connection.receiving, &device) ||
        connection_join(session, session->plugin.ctx, &connection, CONNECTION_BOTH) != 0 ||
        connection_close(session, &connection) != 0 || visit(session, session->plugin.ctx) != 0)
        return;
    session_say(session, "works", "%s", "");
    if (crowd(session) != 0)
        return;
    before = holdings();
    for (int i = 0; i < rounds; i++)
        if (visit(session, session->plugin.ctx) != 0)
            return;
    session_step(session, "after closeSend, closeRecv and closeListen");
    check_holdings(session, &before, rounds, "closed connections");
    session_finalize(session, session->plugin.ctx);
}

/* Sends until the plugin says that the send is done, closes the sender, and checks what arrives. */
static int leave_early(struct session *session, size_t room, int receives_first)
{
    struct connection connection = {.listening = NULL};
    struct transfer transfer = transfer_over(&connection, 1, 1, room);
    int tries = 0;

    transfer.late = "LN326";
    if (connection_open(session, session->plugin.ctx, &connection) != 0 ||
        transfer_begin(session, &transfer) != 0)
        return -1;
    session_step(session, "isend, test, closeSend");
    if (receives_first && transfer_post_receive(session, &transfer, 0) < 0)
        return -1;
    while (transfer.out.done < 1) {
        if (transfer_send(session, &transfer) < 0)
            return -1;
        /* some sends are done only when the other side receives */
        if (transfer.out.done < 1 && tries++ > 100 && transfer_receive(session, &transfer) < 0)
            return -1;
        if (transfer.out.done < 1 && !session_wait(session, "LN315", "the send is not done"))
            return -1;
    }
    if (!SESSION_CALL(session, deregMr, connection.sending, transfer.out.memory) ||
        !SESSION_CALL(session, closeSend, connection.sending))
        return -1;
    connection.sending = NULL;
    session_step(session, "receive from a sender that is closed");
    return transfer_exchange(session, &transfer) == 0 && transfer_end(session, &transfer) == 0
               ? connection_close(session, &connection)
               : -1;
}

void trials_close(struct session *session)
{
    if (session_start(session) == 0 && leave_early(session, 100, 0) == 0 &&
        leave_early(session, 100, 1) == 0 && leave_early(session, 1 << 20, 1) == 0)
        session_finalize(session, session->plugin.ctx);
}

/* Closes a connection on which much is under connection, as an abort of NCCL's does. */
static int break_off(struct session *session, int sends, int receives)
{
    struct connection connection = {.listening = NULL};
    struct transfer transfer = transfer_over(&connection, 4, 1, 4 << 20);

    if (connection_open(session, session->plugin.ctx, &connection) != 0 ||
        transfer_begin(session, &transfer) != 0)
        return -1;
    session_step(session, "%d isends and %d irecvs", sends, receives);
    for (int i = 0; i < receives; i++)
        if (transfer_post_receive(session, &transfer, i) < 0)
            return -1;
    for (int i = 0; i < sends; i++)
        if (transfer_post_send(session, &transfer, i) < 0)
            return -1;
    if (transfer_end(session, &transfer) != 0 || connection_close(session, &connection) != 0)
        return -1;
    transfer_free(&transfer);
    return 0;
}

void trials_abort(struct session *session)
{
    if (session_start(session) == 0 && break_off(session, 0, 4) == 0 &&
        break_off(session, 4, 0) == 0 && break_off(session, 4, 4) == 0 &&
        break_off(session, 1, 4) == 0 && visit(session, session->plugin.ctx) == 0)
        session_finalize(session, session->plugin.ctx);
}

/* Init after finalize, or without one if there is none. Returns 0, or -1. */
static int once_more(struct session *session, unsigned long communicator)
{
    void *ctx = NULL;
    int devices = 0;

    session_step(session, "init again");
    if (session_init(session, "LN321", &ctx, communicator) != 0)
        return -1;
    if (!SESSION_CALL(session, devices, &devices))
        return -1;
    if (devices != session->plugin.devices) {
        session_report(session, "LN321", "there were %d devices, and now %d",
                       session->plugin.devices, devices);
        return -1;
    }
    return visit(session, ctx) == 0 ? session_finalize(session, ctx) : -1;
}

void trials_again(struct session *session)
{
    const int rounds = 10;
    struct holdings before;

    if (session_start(session) != 0 || visit(session, session->plugin.ctx) != 0 ||
        session_finalize(session, session->plugin.ctx) != 0)
        return;
    for (int i = 0; i < 2; i++)
        if (once_more(session, 2 + (unsigned long)i) != 0)
            return;
    before = holdings();
    for (int i = 0; i < rounds; i++)
        if (once_more(session, 4 + (unsigned long)i) != 0)
            return;
    session_step(session, "init again");
    check_holdings(session, &before, rounds,
                   session->plugin.net.finalize ? "init and finalize" : "init");
}

void trials_contexts(struct session *session)
{
    void *ctx[3] = {NULL};

    if (session->version < 11) {
        session_say(session, "skip", "there are contexts since v11");
        return;
    }
    if (session_start(session) != 0)
        return;
    for (int i = 0; i < 3; i++) {
        session_step(session, "init beside %d others", i + 1);
        if (session_init(session, "LN321", &ctx[i], 10 + (unsigned long)i) != 0)
            return;
    }
    /* the oldest ends first; the others must still work */
    if (visit(session, ctx[2]) != 0 || visit(session, session->plugin.ctx) != 0 ||
        session_finalize(session, session->plugin.ctx) != 0)
        return;
    for (int i = 0; i < 3; i++)
        if (visit(session, ctx[i]) != 0 || session_finalize(session, ctx[i]) != 0)
            return;
}

void trials_reload(struct session *session)
{
    for (int i = 0; i < 3; i++) {
        session->plugin.ctx = NULL;
        if (session_start(session) != 0 || visit(session, session->plugin.ctx) != 0 ||
            session_finalize(session, session->plugin.ctx) != 0)
            return;
        session_step(session, "unload");
        dlclose(session->plugin.file);
        usleep(50000); /* a thread that was left would now run code that is unmapped */
    }
}
