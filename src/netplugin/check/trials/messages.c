/* Trials that exchange messages.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "netplugin/check/trials/trials.h"

/* Exchanges all messages, then deregisters the memory. */
static void finish(struct session *s, struct transfer *transfer)
{
    transfer_exchange(s, transfer);
    transfer_end(s, transfer);
}

void trials_messages(struct session *s, struct connection *connection)
{
    static const size_t rooms[] = {1, 100, 4096, 65537, 1 << 20, 4 << 20};

    const size_t most = s->plugin.properties.maxP2pBytes;
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms && rooms[i] <= most; i++) {
        struct transfer one = transfer_over(connection, 1, 1, rooms[i]);
        struct transfer many = transfer_over(connection, 8, 1, rooms[i] / 4 + 1);

        transfer_deliver(s, &one);
        transfer_deliver(s, &many);
    }
}

void trials_sizes(struct session *s, struct connection *connection)
{
    static const size_t sizes[] = {100, 0, 1, 4095, 4096, 0, 17, 0};
    struct transfer transfer = transfer_over(connection, 8, 1, 4096);

    transfer.sizes = sizes;
    transfer.flags = TRANSFER_SIZES;
    transfer_deliver(s, &transfer);
}

/* Returns how many messages one irecv can take. */
static int group_of(const struct session *s)
{
    int most = s->plugin.properties.maxRecvs;

    if (most > LAZYNCCL_NET_MAX_RECVS)
        return LAZYNCCL_NET_MAX_RECVS;
    return most < 1 ? 1 : most;
}

void trials_groups(struct session *s, struct connection *none)
{
    size_t sizes[3 * LAZYNCCL_NET_MAX_RECVS];
    struct connection connection;

    int most = group_of(s);
    if (most < 2)
        SESSION_SKIP(s, "maxRecvs is %d", s->plugin.properties.maxRecvs);
    connection_open(s, s->plugin.ctx, &connection);
    for (int i = 0; i < 3 * most; i++)
        sizes[i] = (size_t)(i % 5 == 4 ? 0 : 100 + i * 7);
    for (int n = 2; n <= most; n = n < most && n * 2 > most ? most : n * 2) /* 2, 4 … `most` */
        for (int backwards = 0; backwards < 2; backwards++) {
            struct transfer transfer = transfer_over(&connection, 3 * n, n, 2048);

            transfer.sizes = sizes;
            transfer.flags = TRANSFER_SIZES | (backwards ? TRANSFER_BACKWARDS : 0);
            transfer_deliver(s, &transfer);
        }
    connection_close(s, &connection);
}

/* Posts all receives, then all sends, without testing a send in between. */
static void fill(struct session *s, struct transfer *transfer)
{
    struct transfer_side *in = &transfer->in, *out = &transfer->out;

    session_step(s, "%d irecvs of %d", in->count, transfer->n);
    while (in->posted < in->count)
        if (!transfer_post_receive(s, transfer, in->posted))
            SESSION_FAIL(s, "LN325", "irecv accepts only %d", in->posted);
    session_step(s, "%d isends", out->count);
    while (out->posted < out->count)
        if (!transfer_post_send(s, transfer, out->posted)) {
            transfer_receive(s, transfer); /* some plugins make progress only in test() */
            session_wait(s, "LN325", "isend accepted %d of %d", out->posted, out->count);
        }
}

void trials_flight(struct session *s, struct connection *connection)
{
    int requests = s->version < 7 ? 8 : LAZYNCCL_NET_MAX_REQUESTS; /* raised in v7 */

    int n = group_of(s);
    struct transfer transfer = transfer_over(connection, requests * n, n, 512);
    transfer_begin(s, &transfer);
    fill(s, &transfer);
    session_step(s, "test %d sends and %d receives", transfer.count, requests);
    finish(s, &transfer);
}

void trials_memory(struct session *s, struct connection *connection)
{
    static unsigned char memory[3 * 4096];
    struct transfer transfer = transfer_over(connection, 4, 1, 3000);

    transfer_begin(s, &transfer);
    for (int round = 0; round < 16; round++) {
        void *comm = round % 2 ? connection->receiving : connection->sending, *whole, *part;

        session_step(s, "register memory twice");
        SESSION_CALL(s, regMr, comm, memory, sizeof memory, LAZYNCCL_NET_PTR_HOST, &whole);
        SESSION_CALL_AS(s, " of a part of the same", regMr, comm, memory + 1 + round,
                        1 + (size_t)round, LAZYNCCL_NET_PTR_HOST, &part);
        SESSION_CALL(s, deregMr, comm, whole);
        SESSION_CALL_AS(s, " of a part", deregMr, comm, part);
    }
    session_step(s, "send and receive");
    finish(s, &transfer);
}

void trials_marks(struct session *s, struct connection *connection)
{
    struct transfer transfer = transfer_over(connection, 8, 1, 2000);

    transfer.flags = TRANSFER_OPTIONAL;
    transfer_begin(s, &transfer);
    session_step(s, "send and receive with optional completion");
    transfer_exchange(s, &transfer);
    for (int i = 0; i < transfer.count; i++)
        while (!transfer_data_arrived(&transfer, i))
            session_wait(s, "LN322", "message %d of %d has not arrived", i + 1, transfer.count);
    finish(s, &transfer);
}

void trials_flush(struct session *s, struct connection *none)
{
    struct connection connection;
    struct transfer transfer = transfer_over(&connection, 1, 1, 4096);
    struct session_plugin *plugin = &s->plugin;
    void *data, *request = NULL;
    int size = 4096, done = 0;

    if (!(plugin->properties.ptrSupport & LAZYNCCL_NET_PTR_CUDA) || !plugin->net.iflush)
        SESSION_SKIP(s, "it does not support GPU memory");
    connection_open(s, plugin->ctx, &connection);
    transfer_begin(s, &transfer);
    session_step(s, "send and receive");
    transfer_exchange(s, &transfer);
    session_step(s, "iflush");
    data = transfer.in.bytes;
    if (plugin->net.iflush(&plugin->real, connection.receiving, 1, &data, &size,
                           &transfer.in.memory, &request) != LAZYNCCL_NET_SUCCESS)
        SESSION_SKIP(s, "it does not flush host memory");
    while (request && !done) { /* a NULL request is already done */
        SESSION_CALL(s, test, request, &done, NULL);
        if (!done)
            session_wait(s, "LN315", "the flush is not done");
    }
    finish(s, &transfer);
    connection_close(s, &connection);
}

/* Sends until test() reports the send as done, closes the sender, and checks the received data. */
static void leave_early(struct session *s, size_t room, int receives_first)
{
    struct connection connection;
    struct transfer transfer = transfer_over(&connection, 1, 1, room);

    transfer.late = "LN326";
    connection_open(s, s->plugin.ctx, &connection);
    transfer_begin(s, &transfer);
    session_step(s, "isend, test, closeSend");
    if (receives_first)
        transfer_post_receive(s, &transfer, 0);
    transfer_send(s, &transfer);
    for (int tries = 0; !transfer.out.done; tries++) {
        if (tries > 100) /* some sends complete only while the other side receives */
            transfer_receive(s, &transfer);
        session_wait(s, "LN315", "the send is not done");
        transfer_send(s, &transfer);
    }
    SESSION_CALL(s, deregMr, connection.sending, transfer.out.memory);
    SESSION_CALL(s, closeSend, connection.sending);
    connection.sending = NULL;
    session_step(s, "receive from a sender that is closed");
    transfer_exchange(s, &transfer);
    transfer_end(s, &transfer);
    connection_close(s, &connection);
}

void trials_close(struct session *s, struct connection *none)
{
    leave_early(s, 100, 0);
    leave_early(s, 100, 1);
    leave_early(s, 1 << 20, 1);
}
