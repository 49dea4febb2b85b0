/* Connects a plugin's two ends, and closes them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "plugin_way.h"
#include <string.h>

int way_listen(struct play *play, void *ctx, struct way *way)
{
    memset(way->handle, GUARD_FILL, sizeof way->handle);
    play_step(play, "listen");
    if (!play_works(play, "listen",
                    play->net.listen(&play->real, ctx, play->device, way->handle, &way->listening)))
        return -1;
    for (int i = 0; i < GUARD; i++)
        if (way->handle[LAZYNCCL_NET_HANDLE_SIZE + i] != GUARD_FILL) {
            play_complain(play, LN328, "more than %d bytes of the handle are written",
                          LAZYNCCL_NET_HANDLE_SIZE);
            return -1;
        }
    if (!way->listening)
        play_complain(play, LN320, "listen succeeds, and gives no listenComm");
    return way->listening ? 0 : -1;
}

static int try_connect(struct play *play, void *ctx, struct way *way)
{
    static struct lazynccl_net_config config = {.trafficClass = -1};
    struct lazynccl_net_device_handle *device = NULL;

    return way->sending || play_works(play, "connect",
                                      play->net.connect(&play->real, ctx, play->device, &config,
                                                        way->handle, &way->sending, &device));
}

static int try_accept(struct play *play, struct way *way)
{
    struct lazynccl_net_device_handle *device = NULL;

    return way->receiving ||
           play_works(play, "accept",
                      play->net.accept(&play->real, way->listening, &way->receiving, &device));
}

int way_join(struct play *play, void *ctx, struct way *way, enum way_end ends)
{
    int send = ends & WAY_SENDING, receive = ends & WAY_RECEIVING;

    /* the first call of each is a step of its own: one that waits for the other is named */
    if (send)
        play_step(play, "connect");
    if (send && !try_connect(play, ctx, way))
        return -1;
    if (receive)
        play_step(play, "accept");
    if (receive && !try_accept(play, way))
        return -1;
    while ((send && !way->sending) || (receive && !way->receiving)) {
        if (!play_waits(play, LN315, "%s gives no comm",
                        send && !way->sending ? "connect" : "accept") ||
            (send && !try_connect(play, ctx, way)) || (receive && !try_accept(play, way)))
            return -1;
    }
    return 0;
}

static int close_one(struct play *play, const char *operation,
                     int (*close)(const struct lazynccl_net_real *, void *), void **comm)
{
    void *closed = *comm;

    *comm = NULL;
    if (!closed)
        return 0;
    play_step(play, "%s", operation);
    return play_works(play, operation, close(&play->real, closed)) ? 0 : -1;
}

int way_open(struct play *play, void *ctx, struct way *way)
{
    if (way_listen(play, ctx, way) != 0 || way_join(play, ctx, way, WAY_BOTH) != 0)
        return -1;
    return close_one(play, "closeListen", play->net.closeListen, &way->listening);
}

int way_close(struct play *play, struct way *way)
{
    int failed = close_one(play, "closeSend", play->net.closeSend, &way->sending);

    failed |= close_one(play, "closeRecv", play->net.closeRecv, &way->receiving);
    failed |= close_one(play, "closeListen", play->net.closeListen, &way->listening);
    return failed;
}
