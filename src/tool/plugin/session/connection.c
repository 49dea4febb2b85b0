/* Connects a plugin's two ends, and closes them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/plugin/session/connection.h"
#include <string.h>

int connection_listen(struct session *s, void *ctx, struct connection *connection)
{
    memset(connection->handle, GUARD_FILL, sizeof connection->handle);
    session_step(s, "listen");
    if (!SESSION_CALL(s, listen, ctx, s->device, connection->handle, &connection->listening))
        return -1;
    for (int i = 0; i < GUARD; i++)
        if (connection->handle[LAZYNCCL_NET_HANDLE_SIZE + i] != GUARD_FILL)
            return session_report(s, "LN328", "more than %d bytes of the handle are written",
                                  LAZYNCCL_NET_HANDLE_SIZE);
    if (!connection->listening)
        session_report(s, "LN320", "listen succeeds, and gives no listenComm");
    return connection->listening ? 0 : -1;
}

static int try_connect(struct session *s, void *ctx, struct connection *connection)
{
    static struct lazynccl_net_config config = {.trafficClass = -1};
    struct lazynccl_net_device_handle *device = NULL;

    return connection->sending || SESSION_CALL(s, connect, ctx, s->device, &config,
                                               connection->handle, &connection->sending, &device);
}

static int try_accept(struct session *s, struct connection *connection)
{
    struct lazynccl_net_device_handle *device = NULL;

    return connection->receiving ||
           SESSION_CALL(s, accept, connection->listening, &connection->receiving, &device);
}

int connection_join(struct session *s, void *ctx, struct connection *connection,
                    enum connection_end ends)
{
    int send = ends & CONNECTION_SENDING, receive = ends & CONNECTION_RECEIVING;

    /* the first call of each is a step of its own, so that one that waits for the other is named */
    if (send)
        session_step(s, "connect");
    if (send && !try_connect(s, ctx, connection))
        return -1;
    if (receive)
        session_step(s, "accept");
    if (receive && !try_accept(s, connection))
        return -1;
    while ((send && !connection->sending) || (receive && !connection->receiving)) {
        if (!session_wait(s, "LN315", "%s gives no comm",
                          send && !connection->sending ? "connect" : "accept") ||
            (send && !try_connect(s, ctx, connection)) || (receive && !try_accept(s, connection)))
            return -1;
    }
    return 0;
}

static int close_one(struct session *s, const char *operation,
                     int (*close)(const struct lazynccl_net_real *, void *), void **comm)
{
    void *closed = *comm;

    *comm = NULL;
    if (!closed)
        return 0;
    session_step(s, "%s", operation);
    return session_check(s, "LN320", operation, close(&s->plugin.real, closed)) ? 0 : -1;
}

int connection_open(struct session *s, void *ctx, struct connection *connection)
{
    if (connection_listen(s, ctx, connection) != 0 ||
        connection_join(s, ctx, connection, CONNECTION_BOTH) != 0)
        return -1;
    return close_one(s, "closeListen", s->plugin.net.closeListen, &connection->listening);
}

int connection_close(struct session *s, struct connection *connection)
{
    int failed = close_one(s, "closeSend", s->plugin.net.closeSend, &connection->sending);

    failed |= close_one(s, "closeRecv", s->plugin.net.closeRecv, &connection->receiving);
    failed |= close_one(s, "closeListen", s->plugin.net.closeListen, &connection->listening);
    return failed;
}

int connection_begin(struct session *s, struct connection *connection)
{
    return session_start(s) == 0 ? connection_open(s, s->plugin.ctx, connection) : -1;
}

int connection_finish(struct session *s, struct connection *connection)
{
    return connection_close(s, connection) == 0 ? session_finalize(s, s->plugin.ctx) : -1;
}
