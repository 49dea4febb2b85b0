/* Connects a plugin's two ends, and closes them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/plugin/connection.h"
#include <string.h>

int connection_listen(struct session *session, void *ctx, struct connection *connection)
{
    memset(connection->handle, GUARD_FILL, sizeof connection->handle);
    session_step(session, "listen");
    if (!SESSION_CALL(session, listen, ctx, session->device, connection->handle,
                      &connection->listening))
        return -1;
    for (int i = 0; i < GUARD; i++)
        if (connection->handle[LAZYNCCL_NET_HANDLE_SIZE + i] != GUARD_FILL) {
            session_report(session, "LN328", "more than %d bytes of the handle are written",
                           LAZYNCCL_NET_HANDLE_SIZE);
            return -1;
        }
    if (!connection->listening)
        session_report(session, "LN320", "listen succeeds, and gives no listenComm");
    return connection->listening ? 0 : -1;
}

static int try_connect(struct session *session, void *ctx, struct connection *connection)
{
    static struct lazynccl_net_config config = {.trafficClass = -1};
    struct lazynccl_net_device_handle *device = NULL;

    return connection->sending || SESSION_CALL(session, connect, ctx, session->device, &config,
                                               connection->handle, &connection->sending, &device);
}

static int try_accept(struct session *session, struct connection *connection)
{
    struct lazynccl_net_device_handle *device = NULL;

    return connection->receiving ||
           SESSION_CALL(session, accept, connection->listening, &connection->receiving, &device);
}

int connection_join(struct session *session, void *ctx, struct connection *connection,
                    enum connection_end ends)
{
    int send = ends & CONNECTION_SENDING, receive = ends & CONNECTION_RECEIVING;

    /* the first call of each is a step of its own, so that one that waits for the other is named */
    if (send)
        session_step(session, "connect");
    if (send && !try_connect(session, ctx, connection))
        return -1;
    if (receive)
        session_step(session, "accept");
    if (receive && !try_accept(session, connection))
        return -1;
    while ((send && !connection->sending) || (receive && !connection->receiving)) {
        if (!session_wait(session, "LN315", "%s gives no comm",
                          send && !connection->sending ? "connect" : "accept") ||
            (send && !try_connect(session, ctx, connection)) ||
            (receive && !try_accept(session, connection)))
            return -1;
    }
    return 0;
}

static int close_one(struct session *session, const char *operation,
                     int (*close)(const struct lazynccl_net_real *, void *), void **comm)
{
    void *closed = *comm;

    *comm = NULL;
    if (!closed)
        return 0;
    session_step(session, "%s", operation);
    return session_check(session, "LN320", operation, close(&session->plugin.real, closed)) ? 0
                                                                                            : -1;
}

int connection_open(struct session *session, void *ctx, struct connection *connection)
{
    if (connection_listen(session, ctx, connection) != 0 ||
        connection_join(session, ctx, connection, CONNECTION_BOTH) != 0)
        return -1;
    return close_one(session, "closeListen", session->plugin.net.closeListen,
                     &connection->listening);
}

int connection_close(struct session *session, struct connection *connection)
{
    int failed =
        close_one(session, "closeSend", session->plugin.net.closeSend, &connection->sending);

    failed |=
        close_one(session, "closeRecv", session->plugin.net.closeRecv, &connection->receiving);
    failed |=
        close_one(session, "closeListen", session->plugin.net.closeListen, &connection->listening);
    return failed;
}

int connection_begin(struct session *session, struct connection *connection)
{
    return session_start(session) == 0 ? connection_open(session, session->plugin.ctx, connection)
                                       : -1;
}

int connection_finish(struct session *session, struct connection *connection)
{
    return connection_close(session, connection) == 0
               ? session_finalize(session, session->plugin.ctx)
               : -1;
}
