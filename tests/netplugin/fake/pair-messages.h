/* The messages of one receive, over the two comms of a pair of versions. */
#pragma once
#include "expect.h"
#include "transfer.h"

#define BYTES 100
#define MESSAGES 8

static struct fake_record *record;
static void *sender, *receiver;

static void *register_memory(void *comm, char *data, size_t size)
{
    void *mhandle = NULL;

    EXPECT(call_reg(comm, data, size, PTR_HOST, &mhandle) == SUCCESS);
    EXPECT(record->reg.data == data && record->reg.size == size && record->reg.type == PTR_HOST);
    EXPECT(record->reg.mhandle == mhandle);
    return mhandle;
}

static void test_registrations(void *mhandle)
{
    int wanted = record->registrations;

#if VERSION >= 6
    void *more = NULL;

    if (net->regMrDmaBuf) {
        EXPECT(net->regMrDmaBuf(receiver, GARBAGE, (size_t)5 << 32, PTR_CUDA, (uint64_t)3 << 40, 17,
                                &more) == SUCCESS);
        EXPECT(record->reg.data == GARBAGE && record->reg.size == (size_t)5 << 32);
        EXPECT(record->reg.type == PTR_CUDA && record->reg.fd == 17);
        EXPECT(record->reg.offset == (uint64_t)3 << 40 && record->reg.mhandle == more);
        EXPECT(net->deregMr(receiver, more) == SUCCESS);
    }
#endif
#if VERSION >= 7
    void *device = NULL;

    if (net->getDeviceMr)
        EXPECT(net->getDeviceMr(sender, mhandle, &device) == SUCCESS &&
               device == (char *)mhandle + 1);
#endif
    EXPECT(record->registrations == wanted);
}

/* Calls isend until it accepts the message. */
static void *send_message(char *data, size_t size, int tag, void *mhandle, void *phandle)
{
    void *request = NULL;

    for (int tries = 0; !request && tries < 10; tries++) {
        request = VERSION >= 11 ? MULTI_REQUEST : NULL;
        EXPECT(call_isend(sender, data, size, tag, mhandle, phandle, &request) == SUCCESS);
        EXPECT(record->isend.request == (both(11) ? MULTI_REQUEST : NULL));
    }
    EXPECT(record->isend.data == data && record->isend.size == size);
    EXPECT(record->isend.mhandle == mhandle && record->isend.tag == (both(5) ? tag : 0));
    EXPECT(record->isend.phandle == (both(10) ? phandle : NULL));
    return request;
}

static int done(void *request, int *sizes)
{
    for (int done = 0, tries = 0; tries < 10; tries++)
        if (net->test(request, &done, sizes) != SUCCESS)
            return 0;
        else if (done)
            return 1;
    return 0;
}

/* The messages of one receive, message i in slot i. */
static char from[MESSAGES][BYTES], to[MESSAGES][BYTES];
static void *data[MESSAGES], *mhandles[MESSAGES], *mine[MESSAGES], *phandles[MESSAGES];
static size_t room[MESSAGES];
static int tags[MESSAGES];

/* Each is one byte shorter than the one before, and the last of several is empty. */
static int size_of(int i, int n)
{
    return i == n - 1 && n > 1 ? 0 : BYTES - i;
}

static void prepare(int n)
{
    memset(to, 0, sizeof to);
    for (int i = 0; i < n; i++) {
        memset(from[i], 'a' + i, BYTES);
        data[i] = to[i];
        room[i] = (size_t)(BYTES + 1000 * i);
        tags[i] = 1000 + i;
        phandles[i] = &room[i];
        mhandles[i] = register_memory(receiver, to[i], BYTES);
        mine[i] = register_memory(sender, from[i], BYTES);
    }
}

static void *post_receive(int n)
{
    void *request = NULL;

    for (int tries = 0; !request && tries < 10; tries++) {
        request = VERSION >= 9 ? OPTIONAL_RECV_COMPLETION : NULL;
        EXPECT(call_irecv(receiver, n, data, room, tags, mhandles, phandles, &request) == SUCCESS);
        EXPECT(record->irecv.request == (both(9) ? OPTIONAL_RECV_COMPLETION : NULL));
    }
    EXPECT(record->irecv.n == n);
    for (int i = 0; i < n; i++) {
        EXPECT(record->irecv.data[i] == data[i] && record->irecv.sizes[i] == room[i]);
        EXPECT(record->irecv.mhandles[i] == mhandles[i]);
        EXPECT(record->irecv.tags[i] == (both(5) ? tags[i] : 0));
        EXPECT(record->irecv.phandles[i] == (both(10) ? phandles[i] : NULL));
    }
    return request;
}

static void test_flush(int n)
{
    void *request = NULL;
    int sizes[MESSAGES];

    for (int i = 0; i < n; i++)
        sizes[i] = size_of(i, n);
    EXPECT(call_iflush(receiver, n, data, sizes, mhandles, &request) == SUCCESS && request);
    EXPECT(record->iflush.n == n);
    for (int i = 0; i < n; i++)
        EXPECT(record->iflush.data[i] == data[i] && record->iflush.mhandles[i] == mhandles[i] &&
               record->iflush.sizes[i] == (size_t)sizes[i]);
#if VERSION >= 7
    if (net->irecvConsumed) {
        EXPECT(net->irecvConsumed(receiver, n, request) == SUCCESS);
        EXPECT(record->consumed.n == n && record->consumed.request == request);
    }
#endif
    EXPECT(done(request, NULL));
}

/* Sends n messages to one receive, the last first. */
static void test_messages(int n)
{
    void *receive, *send[MESSAGES];
    int sizes[MESSAGES];

    prepare(n);
    test_registrations(mine[0]);
    memset(sizes, 0xa5, sizeof sizes);
    receive = post_receive(n);
    EXPECT(!done(receive, sizes));
    for (int i = n - 1; i >= 0; i--)
        send[i] = send_message(from[i], (size_t)size_of(i, n), tags[i], mine[i], phandles[i]);
    for (int i = 0; i < n; i++) {
        int size = -7;

        EXPECT(done(send[i], i % 2 ? NULL : &size)); /* the caller may ignore the size */
        EXPECT(i % 2 || size == size_of(i, n));
    }
    EXPECT(done(receive, sizes));
    for (int i = 0; i < n; i++) {
        EXPECT(sizes[i] == size_of(i, n) && memcmp(to[i], from[i], (size_t)sizes[i]) == 0);
        EXPECT(sizes[i] == BYTES || to[i][sizes[i]] == 0);
    }
    test_flush(n);
    for (int i = 0; i < n; i++) {
        EXPECT(net->deregMr(receiver, mhandles[i]) == SUCCESS);
        EXPECT(net->deregMr(sender, mine[i]) == SUCCESS);
    }
    EXPECT(record->registrations == 0 && record->requests == 0);
}
