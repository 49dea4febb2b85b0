/* Sends messages to itself and checks that every byte of them arrives where it belongs.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "tool/plugin/transfer.h"
#include <stdlib.h>
#include <string.h>

struct transfer_request {
    void *request;
    enum { REQUEST_NEW, REQUEST_POSTED, REQUEST_DONE } state;
};

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count, size);

    if (!memory)
        abort();
    return memory;
}

struct transfer transfer_over(struct connection *connection, int count, int n, size_t room)
{
    return (struct transfer){.connection = connection, .count = count, .n = n, .room = room};
}

static struct transfer_side side(const struct transfer *transfer, int count)
{
    return (struct transfer_side){
        .bytes = allocate((size_t)transfer->count, transfer->room + GUARD),
        .requests = allocate((size_t)count, sizeof(struct transfer_request)),
        .count = count,
    };
}

int transfer_begin(struct session *session, struct transfer *transfer)
{
    size_t size = (size_t)transfer->count * (transfer->room + GUARD);
    struct connection *connection = transfer->connection;

    transfer->out = side(transfer, transfer->count);
    transfer->in = side(transfer, transfer->count / transfer->n);
    transfer_data_fill(transfer);
    session_step(session, "regMr");
    if (connection->sending &&
        !SESSION_CALL_AS(session, " of a send comm", regMr, connection->sending,
                         transfer->out.bytes, size, LAZYNCCL_NET_PTR_HOST, &transfer->out.memory))
        return -1;
    if (connection->receiving &&
        !SESSION_CALL_AS(session, " of a receive comm", regMr, connection->receiving,
                         transfer->in.bytes, size, LAZYNCCL_NET_PTR_HOST, &transfer->in.memory))
        return -1;
    return 0;
}

int transfer_end(struct session *session, struct transfer *transfer)
{
    struct connection *connection = transfer->connection;
    int works = 1;

    session_step(session, "deregMr");
    if (transfer->out.bytes && connection->sending)
        works &= SESSION_CALL_AS(session, " of a send comm", deregMr, connection->sending,
                                 transfer->out.memory);
    if (transfer->in.bytes && connection->receiving)
        works &= SESSION_CALL_AS(session, " of a receive comm", deregMr, connection->receiving,
                                 transfer->in.memory);
    return works ? 0 : -1;
}

void transfer_free(struct transfer *transfer)
{
    free(transfer->out.bytes);
    free(transfer->out.requests);
    free(transfer->in.bytes);
    free(transfer->in.requests);
    transfer->out = transfer->in = (struct transfer_side){.bytes = NULL};
}

int transfer_deliver(struct session *session, struct transfer *transfer)
{
    if (transfer_begin(session, transfer) != 0)
        return -1;
    session_step(session, "send and receive");
    if (transfer_exchange(session, transfer) != 0 || transfer_end(session, transfer) != 0)
        return -1; /* the plugin may still use the memory */
    transfer_free(transfer);
    return 0;
}

/* Counts a request that the plugin has taken. Returns 1, or 0 if there is none. */
static int posted(struct transfer_side *side, struct transfer_request *request)
{
    if (!request->request)
        return 0;
    request->state = REQUEST_POSTED;
    side->posted++;
    return 1;
}

int transfer_post_send(struct session *session, struct transfer *transfer, int message)
{
    struct transfer_request *request = &transfer->out.requests[message];

    if (!SESSION_CALL(session, isend, transfer->connection->sending,
                      transfer->out.bytes + (size_t)message * (transfer->room + GUARD),
                      transfer_data_size(transfer, message), transfer_data_tag(transfer, message),
                      transfer->out.memory, NULL, &request->request))
        return -1;
    return posted(&transfer->out, request);
}

int transfer_post_receive(struct session *session, struct transfer *transfer, int receive)
{
    struct transfer_request *request = &transfer->in.requests[receive];
    void *optional = (void *)LAZYNCCL_NET_OPTIONAL_RECV_COMPLETION;
    void *data[LAZYNCCL_NET_MAX_RECVS], *memory[LAZYNCCL_NET_MAX_RECVS];
    void *parents[LAZYNCCL_NET_MAX_RECVS] = {NULL};
    size_t sizes[LAZYNCCL_NET_MAX_RECVS];
    int tags[LAZYNCCL_NET_MAX_RECVS];

    for (int i = 0; i < transfer->n; i++) {
        int message = receive * transfer->n + i;

        data[i] = transfer->in.bytes + (size_t)message * (transfer->room + GUARD);
        memory[i] = transfer->in.memory;
        sizes[i] = transfer->room;
        tags[i] = transfer_data_tag(transfer, message);
    }
    request->request = transfer->flags & TRANSFER_OPTIONAL ? optional : NULL;
    if (!SESSION_CALL(session, irecv, transfer->connection->receiving, transfer->n, data, sizes,
                      tags, memory, parents, &request->request))
        return -1;
    if (request->request == optional) { /* NCCL would take it for a request */
        session_report(session, "LN320", "irecv leaves NCCL's mark in *request");
        return -1;
    }
    return posted(&transfer->in, request);
}

static int test_send(struct session *session, struct transfer *transfer, int message)
{
    struct transfer_request *request = &transfer->out.requests[message];
    int done = 0, size = -1;

    if (!SESSION_CALL_AS(session, " of a send", test, request->request, &done, &size))
        return -1;
    if (done) {
        request->state = REQUEST_DONE;
        transfer->out.done++;
    }
    return 0;
}

static int test_receive(struct session *session, struct transfer *transfer, int receive)
{
    struct transfer_request *request = &transfer->in.requests[receive];
    int done = 0, sizes[LAZYNCCL_NET_MAX_RECVS];

    for (int i = 0; i < LAZYNCCL_NET_MAX_RECVS; i++)
        sizes[i] = -1;
    if (!SESSION_CALL_AS(session, " of a receive", test, request->request, &done, sizes))
        return -1;
    if (!done)
        return 0;
    request->state = REQUEST_DONE;
    transfer->in.done++;
    if (transfer->flags & TRANSFER_OPTIONAL) /* may be done before the messages arrive */
        return 0;
    for (int i = 0; i < transfer->n; i++)
        if (transfer_data_check(session, transfer, receive * transfer->n + i, sizes[i]) != 0)
            return -1;
    return 0;
}

int transfer_receive(struct session *session, struct transfer *transfer)
{
    int posts = 1;

    for (int r = 0; r < transfer->in.count; r++) {
        int result = 0;

        if (transfer->in.requests[r].state == REQUEST_POSTED)
            result = test_receive(session, transfer, r);
        else if (transfer->in.requests[r].state == REQUEST_NEW && posts)
            posts = result = transfer_post_receive(session, transfer, r);
        if (result < 0)
            return -1;
    }
    return 0;
}

/* Posts the messages of one receive in any order, but all before those of the next. */
int transfer_send(struct session *session, struct transfer *transfer)
{
    int n = transfer->n, group = transfer->out.posted / n * n;

    for (int i = 0; i < n && group < transfer->count; i++) {
        int message = group + (transfer->flags & TRANSFER_BACKWARDS ? n - 1 - i : i);

        if (transfer->out.requests[message].state == REQUEST_NEW &&
            transfer_post_send(session, transfer, message) < 0)
            return -1;
    }
    for (int i = 0; i < transfer->count; i++)
        if (transfer->out.requests[i].state == REQUEST_POSTED &&
            test_send(session, transfer, i) < 0)
            return -1;
    return 0;
}

/* "3 of 4 receives are done, and all sends" */
static const char *progress(const struct transfer *transfer)
{
    const struct transfer_side *in = &transfer->in, *out = &transfer->out;
    static char text[100];

    if (!transfer->connection->receiving)
        snprintf(text, sizeof text, "%d of %d sends are done", out->done, out->count);
    else
        snprintf(text, sizeof text, "%d of %d receives are done%s", in->done, in->count,
                 !transfer->connection->sending ? ""
                 : out->done == out->count      ? ", and all sends"
                                                : ", and not all sends");
    return text;
}

static int unfinished(const struct transfer_side *side, const void *comm)
{
    return comm && side->done < side->count;
}

int transfer_exchange(struct session *session, struct transfer *transfer)
{
    const struct connection *connection = transfer->connection;
    const struct transfer_side *in = &transfer->in, *out = &transfer->out;
    const char *late = transfer->late ? transfer->late : "LN315";

    for (;;) {
        if (unfinished(in, connection->receiving) && transfer_receive(session, transfer) < 0)
            return -1;
        if (unfinished(out, connection->sending) && transfer_send(session, transfer) < 0)
            return -1;
        if (!unfinished(in, connection->receiving) && !unfinished(out, connection->sending))
            return 0;
        if (!session_wait(session, late, "%s", progress(transfer)))
            return -1;
    }
}
