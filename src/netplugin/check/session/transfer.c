/* Sends messages through a plugin and checks that every byte arrives where it belongs.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "netplugin/check/session/transfer.h"
#include "common/text/memory.h"

struct transfer transfer_over(struct connection *connection, int count, int n, size_t room)
{
    return (struct transfer){.connection = connection, .count = count, .n = n, .room = room};
}

static struct transfer_side side(const struct transfer *t, int count)
{
    return (struct transfer_side){
        .bytes = memory_get((size_t)t->count, t->room + GUARD),
        .requests = memory_get((size_t)count, sizeof(void *)),
        .count = count,
    };
}

void transfer_begin(struct session *s, struct transfer *t)
{
    size_t size = (size_t)t->count * (t->room + GUARD);
    void *sending = t->connection->sending, *receiving = t->connection->receiving;

    t->out = side(t, t->count);
    t->in = side(t, t->count / t->n);
    transfer_data_fill(t);
    session_step(s, "regMr");
    if (sending)
        SESSION_CALL_AS(s, " of a send comm", regMr, sending, t->out.bytes, size,
                        LAZYNCCL_NET_PTR_HOST, &t->out.memory);
    if (receiving)
        SESSION_CALL_AS(s, " of a receive comm", regMr, receiving, t->in.bytes, size,
                        LAZYNCCL_NET_PTR_HOST, &t->in.memory);
}

void transfer_end(struct session *s, struct transfer *t)
{
    void *sending = t->connection->sending, *receiving = t->connection->receiving;

    session_step(s, "deregMr");
    int sent = !sending || SESSION_TRY(s, " of a send comm", deregMr, sending, t->out.memory);
    int received =
        !receiving || SESSION_TRY(s, " of a receive comm", deregMr, receiving, t->in.memory);
    session_need(s, sent && received);
}

void transfer_free(struct transfer *t)
{
    free(t->out.bytes);
    free(t->out.requests);
    free(t->in.bytes);
    free(t->in.requests);
    t->out = t->in = (struct transfer_side){.bytes = NULL};
}

void transfer_deliver(struct session *s, struct transfer *t)
{
    transfer_begin(s, t);
    session_step(s, "send and receive");
    transfer_exchange(s, t);
    transfer_end(s, t);
    transfer_free(t);
}

int transfer_post_send(struct session *s, struct transfer *t, int message)
{
    void **request = &t->out.requests[message];

    SESSION_CALL(s, isend, t->connection->sending,
                 t->out.bytes + (size_t)message * (t->room + GUARD), transfer_data_size(t, message),
                 transfer_data_tag(t, message), t->out.memory, NULL, request);
    if (!*request)
        return 0;
    t->out.posted++;
    return 1;
}

int transfer_post_receive(struct session *s, struct transfer *t, int receive)
{
    void **request = &t->in.requests[receive];
    void *optional = (void *)LAZYNCCL_NET_OPTIONAL_RECV_COMPLETION;
    void *data[LAZYNCCL_NET_MAX_RECVS], *memory[LAZYNCCL_NET_MAX_RECVS];
    void *parents[LAZYNCCL_NET_MAX_RECVS] = {NULL};
    size_t sizes[LAZYNCCL_NET_MAX_RECVS];
    int tags[LAZYNCCL_NET_MAX_RECVS];

    for (int i = 0; i < t->n; i++) {
        int message = receive * t->n + i;

        data[i] = t->in.bytes + (size_t)message * (t->room + GUARD);
        memory[i] = t->in.memory;
        sizes[i] = t->room;
        tags[i] = transfer_data_tag(t, message);
    }
    *request = t->flags & TRANSFER_OPTIONAL ? optional : NULL;
    SESSION_CALL(s, irecv, t->connection->receiving, t->n, data, sizes, tags, memory, parents,
                 request);
    if (*request == optional) /* NCCL would take this value for a request */
        SESSION_FAIL(s, "LN320", "irecv leaves NCCL's mark in *request");
    if (!*request)
        return 0;
    t->in.posted++;
    return 1;
}

static void test_send(struct session *s, struct transfer *t, int message)
{
    int done = 0, size = -1;

    SESSION_CALL_AS(s, " of a send", test, t->out.requests[message], &done, &size);
    if (!done)
        return;
    t->out.requests[message] = TRANSFER_DONE;
    t->out.done++;
}

static void test_receive(struct session *s, struct transfer *t, int receive)
{
    int done = 0, sizes[LAZYNCCL_NET_MAX_RECVS];

    for (int i = 0; i < LAZYNCCL_NET_MAX_RECVS; i++)
        sizes[i] = -1;
    SESSION_CALL_AS(s, " of a receive", test, t->in.requests[receive], &done, sizes);
    if (!done)
        return;
    t->in.requests[receive] = TRANSFER_DONE;
    t->in.done++;
    for (int i = 0; i < t->n && !(t->flags & TRANSFER_OPTIONAL); i++)
        transfer_data_check(s, t, receive * t->n + i, sizes[i]);
    /* optional: may be done before the messages arrive */
}

/* Returns 1 if NCCL would test the request now. It tests the oldest request of a connection, and
 * others only if several ranks share connections, which needs maxRecvs above 1. */
static int is_due(const struct session *s, const struct transfer_side *side, int i)
{
    return side->requests[i] && side->requests[i] != TRANSFER_DONE &&
           (s->plugin.properties.maxRecvs > 1 || i == side->done);
}

void transfer_receive(struct session *s, struct transfer *t)
{
    int posts = 1;

    for (int r = 0; r < t->in.count; r++)
        if (is_due(s, &t->in, r))
            test_receive(s, t, r);
        else if (!t->in.requests[r] && posts)
            posts = transfer_post_receive(s, t, r);
}

/* Posts the sends for the next receive, and tests all sends. The messages of one receive may be in
 * any order, but follow all messages of the previous receive. */
void transfer_send(struct session *s, struct transfer *t)
{
    int n = t->n, group = t->out.posted / n * n;

    for (int i = 0; i < n && group < t->count; i++) {
        int message = group + (t->flags & TRANSFER_BACKWARDS ? n - 1 - i : i);

        if (!t->out.requests[message])
            transfer_post_send(s, t, message);
    }
    for (int i = 0; i < t->count; i++)
        if (is_due(s, &t->out, i))
            test_send(s, t, i);
}

/* Returns "3 of 4 receives are done, and all sends", for messages. */
static const char *progress(const struct transfer *t)
{
    const struct transfer_side *in = &t->in, *out = &t->out;
    const char *sends = out->done == out->count ? ", and all sends" : ", and not all sends";
    static char text[100];

    if (!t->connection->receiving)
        snprintf(text, sizeof text, "%d of %d sends are done", out->done, out->count);
    else
        snprintf(text, sizeof text, "%d of %d receives are done%s", in->done, in->count,
                 t->connection->sending ? sends : "");
    return text;
}

static int unfinished(const struct transfer_side *side, const void *comm)
{
    return comm && side->done < side->count;
}

void transfer_exchange(struct session *s, struct transfer *t)
{
    const void *sending = t->connection->sending, *receiving = t->connection->receiving;

    for (;;) {
        if (unfinished(&t->in, receiving))
            transfer_receive(s, t);
        if (unfinished(&t->out, sending))
            transfer_send(s, t);
        if (!unfinished(&t->in, receiving) && !unfinished(&t->out, sending))
            return;
        session_wait(s, t->late ? t->late : "LN315", "%s", progress(t));
    }
}
