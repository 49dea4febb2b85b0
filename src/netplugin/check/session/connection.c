/* Connects the two ends of a plugin and closes them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "netplugin/check/session/connection.h"
#include "common/text/memory.h"
#include <pthread.h>

void connection_listen(struct session *s, void *ctx, struct connection *connection)
{
    *connection = (struct connection){.listening = NULL};
    memset(connection->handle, GUARD_FILL, sizeof connection->handle);
    session_step(s, "listen");
    SESSION_CALL(s, listen, ctx, s->options.device, connection->handle, &connection->listening);
    for (int i = 0; i < GUARD; i++)
        if (connection->handle[LAZYNCCL_NET_HANDLE_SIZE + i] != GUARD_FILL)
            SESSION_FAIL(s, "LN328", "more than %d bytes of the handle are written",
                         LAZYNCCL_NET_HANDLE_SIZE);
    if (!connection->listening)
        SESSION_FAIL(s, "LN320", "listen succeeds without a listenComm");
}

static void try_connect(struct session *s, void *ctx, struct connection *connection)
{
    static struct lazynccl_net_config config = {.trafficClass = -1};
    struct lazynccl_net_device_handle *device = NULL;

    if (!connection->sending)
        SESSION_CALL(s, connect, ctx, s->options.device, &config, connection->handle,
                     &connection->sending, &device);
}

/* An accept that runs in a separate thread, because in some plugins accept blocks until the peer
 * connects. */
struct waiting_accept {
    struct session *session;
    void *listening, *receiving;
    pthread_t thread;
    int result;
    int back; /* 1 once accept has returned. Atomic */
};

static void *wait_in_accept(void *of)
{
    struct waiting_accept *waiting = of;
    const struct session_plugin *plugin = &waiting->session->plugin;
    struct lazynccl_net_device_handle *device = NULL;

    waiting->result =
        plugin->net.accept(&plugin->real, waiting->listening, &waiting->receiving, &device);
    __atomic_store_n(&waiting->back, 1, __ATOMIC_RELEASE);
    return NULL;
}

static void start_accept(struct session *s, struct connection *connection)
{
    struct waiting_accept *waiting = memory_get(1, sizeof *waiting);

    waiting->session = s;
    waiting->listening = connection->listening;
    connection->waiting = waiting;
    if (pthread_create(&waiting->thread, NULL, wait_in_accept, waiting) != 0)
        SESSION_SKIP(s, "accept cannot get a thread");
}

static int accept_is_back(const struct connection *connection)
{
    return __atomic_load_n(&connection->waiting->back, __ATOMIC_ACQUIRE);
}

static void end_accept(struct session *s, struct connection *connection)
{
    struct waiting_accept *waiting = connection->waiting;
    int result = waiting->result;

    pthread_join(waiting->thread, NULL);
    connection->receiving = waiting->receiving;
    connection->waiting = NULL;
    free(waiting);
    session_need(s, session_check(s, "LN320", "accept", result));
}

int connection_accept_waits(struct session *s, struct connection *connection)
{
    start_accept(s, connection);
    while (!accept_is_back(connection))
        if (session_late(s))
            return 1;
    end_accept(s, connection);
    return 0;
}

static void try_accept(struct session *s, struct connection *connection)
{
    struct lazynccl_net_device_handle *device = NULL;

    if (connection->receiving)
        return;
    if (!s->options.waits) {
        SESSION_CALL(s, accept, connection->listening, &connection->receiving, &device);
        return;
    }
    if (!connection->waiting)
        start_accept(s, connection);
    if (accept_is_back(connection))
        end_accept(s, connection);
}

void connection_join(struct session *s, void *ctx, struct connection *connection,
                     enum connection_end ends)
{
    int send = ends & CONNECTION_SENDING, receive = ends & CONNECTION_RECEIVING;

    /* the first call of each end is a step of its own, so that the report names a blocking call */
    for (int first = 1; (send && !connection->sending) || (receive && !connection->receiving);
         first = 0) {
        if (!first)
            session_wait(s, "LN315", "%s gives no comm",
                         send && !connection->sending ? "connect" : "accept");
        if (send && first)
            session_step(s, "connect");
        if (send)
            try_connect(s, ctx, connection);
        if (receive && first)
            session_step(s, "accept");
        if (receive)
            try_accept(s, connection);
    }
}

/* Returns 0 after reporting a failed close. */
static int close_one(struct session *s, const char *operation,
                     int (*close)(const struct lazynccl_net_real *, void *), void **comm)
{
    void *closed = *comm;

    *comm = NULL;
    if (!closed)
        return 1;
    session_step(s, "%s", operation);
    return session_check(s, "LN320", operation, close(&s->plugin.real, closed));
}

void connection_open(struct session *s, void *ctx, struct connection *connection)
{
    connection_listen(s, ctx, connection);
    connection_join(s, ctx, connection, CONNECTION_BOTH);
    session_need(s, close_one(s, "closeListen", s->plugin.net.closeListen, &connection->listening));
}

void connection_close(struct session *s, struct connection *connection)
{
    int sends = close_one(s, "closeSend", s->plugin.net.closeSend, &connection->sending);
    int receives = close_one(s, "closeRecv", s->plugin.net.closeRecv, &connection->receiving);
    int listens = close_one(s, "closeListen", s->plugin.net.closeListen, &connection->listening);

    session_need(s, sends && receives && listens);
}
