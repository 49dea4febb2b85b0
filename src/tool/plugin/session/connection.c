/* Connects a plugin's two ends, and closes them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/plugin/session/connection.h"

void connection_listen(struct session *s, void *ctx, struct connection *connection)
{
    *connection = (struct connection){.listening = NULL};
    memset(connection->handle, GUARD_FILL, sizeof connection->handle);
    session_step(s, "listen");
    SESSION_CALL(s, listen, ctx, s->device, connection->handle, &connection->listening);
    for (int i = 0; i < GUARD; i++)
        if (connection->handle[LAZYNCCL_NET_HANDLE_SIZE + i] != GUARD_FILL)
            SESSION_FAIL(s, "LN328", "more than %d bytes of the handle are written",
                         LAZYNCCL_NET_HANDLE_SIZE);
    if (!connection->listening)
        SESSION_FAIL(s, "LN320", "listen succeeds, and gives no listenComm");
}

static void try_connect(struct session *s, void *ctx, struct connection *connection)
{
    static struct lazynccl_net_config config = {.trafficClass = -1};
    struct lazynccl_net_device_handle *device = NULL;

    if (!connection->sending)
        SESSION_CALL(s, connect, ctx, s->device, &config, connection->handle, &connection->sending,
                     &device);
}

static void try_accept(struct session *s, struct connection *connection)
{
    struct lazynccl_net_device_handle *device = NULL;

    if (!connection->receiving)
        SESSION_CALL(s, accept, connection->listening, &connection->receiving, &device);
}

void connection_join(struct session *s, void *ctx, struct connection *connection,
                     enum connection_end ends)
{
    int send = ends & CONNECTION_SENDING, receive = ends & CONNECTION_RECEIVING;

    /* the first call of each is a step of its own, so that one that waits for the other is named */
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

/* Returns 0 after reporting that it failed. */
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
    int works = close_one(s, "closeSend", s->plugin.net.closeSend, &connection->sending);

    works &= close_one(s, "closeRecv", s->plugin.net.closeRecv, &connection->receiving);
    works &= close_one(s, "closeListen", s->plugin.net.closeListen, &connection->listening);
    session_need(s, works);
}
