/* Moves messages between two ends in one process, over any plugin. */
#pragma once
#include "caller.h"
#include <sched.h>

#define MOST_ROUNDS 32
#define MOST_GROUPED 8
#define MOST_TRIES 2000000 /* number of retries */

/* Connects a send comm on device `from` with a receive comm on device `to`, retrying both calls
 * as NCCL does. Returns the number of calls of connect, or -1. */
static inline int call_until_connected(void *ctx, int from, int to, int trafficClass,
                                       void **listened, void **send, void **recv)
{
    unsigned char *handle = calloc(1, HANDLE_SIZE); /* not a byte more */
    int calls = 0, rounds = 0;

    *send = *recv = NULL;
    if (call_listen(ctx, to, handle, listened) != SUCCESS)
        calls = -1;
    while (calls >= 0 && (!*send || !*recv) && rounds++ < MOST_TRIES) {
        if (!*recv && call_accept(*listened, recv) != SUCCESS)
            calls = -1;
        if (calls >= 0 && !*send) {
            calls++;
            if (call_connect(ctx, from, trafficClass, handle, send) != SUCCESS)
                calls = -1;
        }
    }
    free(handle);
    return *send && *recv ? calls : -1;
}

/* `rounds` receives of `n` messages, with `room` bytes each, are in flight at once. */
struct transfer {
    int rounds, n;
    size_t room;
    char *from, *to;
    void *send, *recv, *send_mhandle, *recv_mhandle;
    void *receiving[MOST_ROUNDS], *sending[MOST_ROUNDS * MOST_GROUPED];
    int sizes[MOST_ROUNDS][MOST_GROUPED];
    int recvs, sends, received, sent; /* started, and finished */
};

/* Messages of a round are sent in reverse order; message i is i bytes short. */
static inline size_t size_sent(const struct transfer *all, int i)
{
    return all->room > (size_t)i ? all->room - (size_t)i : 0;
}

static inline int begin_recv(struct transfer *all)
{
    size_t sizes[MOST_GROUPED];
    void *data[MOST_GROUPED], *mhandles[MOST_GROUPED], *none[MOST_GROUPED] = {0};
    int tags[MOST_GROUPED], result;

    if (all->recvs == all->rounds)
        return SUCCESS;
    for (int i = 0; i < all->n; i++) {
        data[i] = all->to + (size_t)(all->recvs * all->n + i) * all->room;
        sizes[i] = all->room;
        tags[i] = 100 + i;
        mhandles[i] = all->recv_mhandle;
        all->sizes[all->recvs][i] = -7;
    }
    result = call_irecv(all->recv, all->n, data, sizes, tags, mhandles, none,
                        &all->receiving[all->recvs]);
    all->recvs += all->receiving[all->recvs] != NULL;
    return result;
}

static inline int begin_send(struct transfer *all)
{
    int i = all->n - 1 - all->sends % all->n, round = all->sends / all->n, result;

    if (round == all->rounds)
        return SUCCESS;
    result =
        call_isend(all->send, all->from + (size_t)(round * all->n + i) * all->room,
                   size_sent(all, i), 100 + i, all->send_mhandle, NULL, &all->sending[all->sends]);
    all->sends += all->sending[all->sends] != NULL;
    return result;
}

static inline int await_both(struct transfer *all)
{
    int done = 0, size = -7;

    if (all->received < all->recvs) {
        if (net->test(all->receiving[all->received], &done, all->sizes[all->received]) != SUCCESS)
            return -1;
        all->received += done;
    }
    done = 0;
    if (all->sent < all->sends) {
        if (net->test(all->sending[all->sent], &done, &size) != SUCCESS ||
            (done && size != (int)size_sent(all, all->n - 1 - all->sent % all->n)))
            return -1;
        all->sent += done;
    }
    return 0;
}

/* Whether each message arrived complete, with nothing written after it. */
static inline int is_complete(const struct transfer *all)
{
    for (int k = 0; k < all->rounds * all->n; k++) {
        const char *to = all->to + (size_t)k * all->room, *from = all->from + (to - all->to);
        size_t size = size_sent(all, k % all->n);

        if (all->sizes[k / all->n][k % all->n] != (int)size || memcmp(to, from, size) != 0 ||
            (size < all->room && to[size] != 0))
            return 0;
    }
    return 1;
}

static inline int moves_all(struct transfer *all)
{
    for (int tries = 0; all->received < all->rounds || all->sent < all->rounds * all->n; tries++) {
        if (tries == MOST_TRIES || begin_recv(all) != SUCCESS || begin_send(all) != SUCCESS ||
            await_both(all) < 0)
            return -1;
        sched_yield();
    }
    return is_complete(all) ? 0 : -1;
}

/* Moves all messages from device 0 to device `to` and closes everything. Returns 0 or -1. */
static inline int transfer(void *ctx, int to, int trafficClass, int rounds, int n, size_t room)
{
    struct transfer *all = calloc(1, sizeof *all);
    size_t bytes = (size_t)(rounds * n) * room;
    void *listened = NULL;
    int result = -1;

    all->rounds = rounds;
    all->n = n;
    all->room = room;
    all->from = malloc(bytes);
    all->to = calloc(1, bytes);
    for (size_t i = 0; i < bytes; i++)
        all->from[i] = (char)(1 + i * 7 % 127);
    if (call_until_connected(ctx, 0, to, trafficClass, &listened, &all->send, &all->recv) >= 0) {
        if (call_reg(all->send, all->from, bytes, PTR_HOST, &all->send_mhandle) == SUCCESS &&
            call_reg(all->recv, all->to, bytes, PTR_HOST, &all->recv_mhandle) == SUCCESS)
            result = moves_all(all);
        if (net->deregMr(all->send, all->send_mhandle) != SUCCESS ||
            net->deregMr(all->recv, all->recv_mhandle) != SUCCESS)
            result = -1;
        if (net->closeSend(all->send) != SUCCESS || net->closeRecv(all->recv) != SUCCESS ||
            net->closeListen(listened) != SUCCESS)
            result = -1;
    }
    free(all->from);
    free(all->to);
    free(all);
    return result;
}
