/* Connects a plugin's two ends, and closes them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/plugin/connection.h"
#include <string.h>

int connection_listen(struct session *play, void *ctx, struct connection *way)
{
    memset(way->handle, GUARD_FILL, sizeof way->handle);
    session_step(play, "listen");
    if (!session_works(
            play, "listen",
            play->net.listen(&play->real, ctx, play->device, way->handle, &way->listening)))
        return -1;
    for (int i = 0; i < GUARD; i++)
        if (way->handle[LAZYNCCL_NET_HANDLE_SIZE + i] != GUARD_FILL) {
            session_report(play, "LN328", "more than %d bytes of the handle are written",
                           LAZYNCCL_NET_HANDLE_SIZE);
            return -1;
        }
    if (!way->listening)
        session_report(play, "LN320", "listen succeeds, and gives no listenComm");
    return way->listening ? 0 : -1;
}

static int try_connect(struct session *play, void *ctx, struct connection *way)
{
    static struct lazynccl_net_config config = {.trafficClass = -1};
    struct lazynccl_net_device_handle *device = NULL;

    return way->sending || session_works(play, "connect",
                                         play->net.connect(&play->real, ctx, play->device, &config,
                                                           way->handle, &way->sending, &device));
}

static int try_accept(struct session *play, struct connection *way)
{
    struct lazynccl_net_device_handle *device = NULL;

    return way->receiving ||
           session_works(play, "accept",
                         play->net.accept(&play->real, way->listening, &way->receiving, &device));
}

int connection_join(struct session *play, void *ctx, struct connection *way,
                    enum connection_end ends)
{
    int send = ends & CONNECTION_SENDING, receive = ends & CONNECTION_RECEIVING;

    /* the first call of each is a step of its own: one that waits for the other is named */
    if (send)
        session_step(play, "connect");
    if (send && !try_connect(play, ctx, way))
        return -1;
    if (receive)
        session_step(play, "accept");
    if (receive && !try_accept(play, way))
        return -1;
    while ((send && !way->sending) || (receive && !way->receiving)) {
        if (!session_waits(play, "LN315", "%s gives no comm",
                           send && !way->sending ? "connect" : "accept") ||
            (send && !try_connect(play, ctx, way)) || (receive && !try_accept(play, way)))
            return -1;
    }
    return 0;
}

static int close_one(struct session *play, const char *operation,
                     int (*close)(const struct lazynccl_net_real *, void *), void **comm)
{
    void *closed = *comm;

    *comm = NULL;
    if (!closed)
        return 0;
    session_step(play, "%s", operation);
    return session_works(play, operation, close(&play->real, closed)) ? 0 : -1;
}

int connection_open(struct session *play, void *ctx, struct connection *way)
{
    if (connection_listen(play, ctx, way) != 0 ||
        connection_join(play, ctx, way, CONNECTION_BOTH) != 0)
        return -1;
    return close_one(play, "closeListen", play->net.closeListen, &way->listening);
}

int connection_close(struct session *play, struct connection *way)
{
    int failed = close_one(play, "closeSend", play->net.closeSend, &way->sending);

    failed |= close_one(play, "closeRecv", play->net.closeRecv, &way->receiving);
    failed |= close_one(play, "closeListen", play->net.closeListen, &way->listening);
    return failed;
}
