/* The fake plugin's network: comms, registrations and messages.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "plugin-operations.h"
#include <stdlib.h>
#include <string.h>

struct request {
    struct object object;
    struct link *link;    /* NULL for a flush */
    struct request *next; /* posted on the same link */
    int n, filled, tests, tags[FAKE_MOST], done[FAKE_MOST];
    size_t sizes[FAKE_MOST];
    void *data[FAKE_MOST];
};

/* Connects a send comm and a receive comm; either may be closed first. */
struct link {
    int ends;
    struct request *sends, *recvs;
};

struct comm {
    struct object object;
    struct comm *next; /* to be accepted after this one */
    struct link *link;
    int number, blocked;
};

/* The start of a handle. Real plugins too keep their progress there between calls of connect. */
struct address {
    int magic, listen, tries;
};

static struct comm *listening[256];
static int listened;

int fake_listen(void *ctx, int dev, void *handle, void **comm)
{
    struct comm *made;

    BEGIN(listen, ctx, VERSION < 11 || is(ctx, CONTEXT));
    record.listen.ctx = ctx;
    record.listen.dev = dev;
    *comm = made = make(LISTEN, sizeof *made, &record.comms);
    made->number = listened++ % 256;
    listening[made->number] = made;
    memset(handle, 0xd0, (size_t)setting("handle", 64));
    *(struct address *)handle = (struct address){LISTEN, made->number, 0};
    END(SUCCESS);
}

/* NCCL always passes a pointer to NULL, because it wants no device offload. */
static void check_device_place(const char *operation, struct net_device_handle **device)
{
    if (VERSION >= 7 && (!device || *device))
        wrong("%s without an empty place for a device handle", operation);
}

static void connected(struct comm *listen, void **comm)
{
    struct link *link = calloc(1, sizeof *link);
    struct comm *send = make(SEND, sizeof *send, &record.comms);

    link->ends = 2;
    send->link = link;
    *comm = send;
    while (listen->next)
        listen = listen->next;
    listen->next = make(RECV, sizeof *listen->next, &record.comms);
    listen->next->link = link;
}

int fake_connect(void *ctx, int dev, int traffic_class, void *handle, void **comm,
                 struct net_device_handle **device)
{
    struct address *address = handle;
    const unsigned char *bytes = handle;

    BEGIN(connect, ctx, VERSION < 11 || is(ctx, CONTEXT));
    record.connect.ctx = ctx;
    record.connect.dev = dev;
    record.connect.trafficClass = traffic_class;
    check_device_place("connect", device);
    if (address->magic != LISTEN || !listening[address->listen & 255])
        END(wrong("connect to a handle that listen did not make"));
    for (int i = sizeof *address; i < setting("handle", 64); i++)
        if (bytes[i] != 0xd0)
            END(wrong("connect to a handle whose byte %d is %d", i, bytes[i]));
    *comm = NULL;
    if (address->tries++ >= 2) /* the third call connects */
        connected(listening[address->listen], comm);
    END(SUCCESS);
}

int fake_accept(void *listen, void **comm, struct net_device_handle **device)
{
    struct comm *first;

    BEGIN(accept, listen, is(listen, LISTEN));
    check_device_place("accept", device);
    *comm = first = ((struct comm *)listen)->next;
    if (first) {
        ((struct comm *)listen)->next = first->next;
        first->next = NULL;
    }
    END(SUCCESS);
}

static int is_end(const void *comm)
{
    return is(comm, SEND) || is(comm, RECV);
}

static int reg(void *data, size_t size, int type, uint64_t offset, int fd, void **mhandle)
{
    *mhandle = make(REGISTRATION, sizeof(struct object), &record.registrations);
    record.reg.data = data;
    record.reg.mhandle = *mhandle;
    record.reg.size = size;
    record.reg.type = type;
    record.reg.offset = offset;
    record.reg.fd = fd;
    return SUCCESS;
}

int fake_reg(void *comm, void *data, size_t size, int type, void **mhandle)
{
    BEGIN(regMr, comm, is_end(comm));
    END(reg(data, size, type, 0, -1, mhandle));
}

int fake_reg_dmabuf(void *comm, void *data, size_t size, int type, uint64_t offset, int fd,
                    void **mhandle)
{
    BEGIN(regMrDmaBuf, comm, is_end(comm));
    END(reg(data, size, type, offset, fd, mhandle));
}

int fake_dereg(void *comm, void *mhandle)
{
    BEGIN(deregMr, comm, is_end(comm) && is(mhandle, REGISTRATION));
    unmake(mhandle, &record.registrations);
    END(SUCCESS);
}

int fake_device_mr(void *comm, void *mhandle, void **device)
{
    BEGIN(getDeviceMr, comm, is_end(comm) && is(mhandle, REGISTRATION));
    *device = (char *)mhandle + 1;
    END(SUCCESS);
}

static int put(struct request *send, struct request *recv, int i)
{
    if (recv->done[i] || recv->tags[i] != send->tags[0])
        return 0;
    if (send->sizes[0] > recv->sizes[i])
        wrong("a message of %zu bytes for %zu", send->sizes[0], recv->sizes[i]);
    else if (send->sizes[0] <= 1 << 24) /* larger ones are not copied */
        memcpy(recv->data[i], send->data[0], send->sizes[0]);
    recv->sizes[i] = send->sizes[0];
    recv->done[i] = 1;
    recv->filled++;
    return send->filled = 1;
}

/* Gives each message to the first receive with its tag. */
static void match(struct link *link)
{
    for (struct request *send = link->sends; send; send = send->next)
        for (struct request *recv = link->recvs; recv && !send->filled; recv = recv->next)
            for (int i = 0; i < recv->n && !put(send, recv, i); i++)
                ;
}

static struct request *post(struct link *link, struct request **list, int n)
{
    while (*list)
        list = &(*list)->next;
    *list = make(REQUEST, sizeof **list, &record.requests);
    (*list)->link = link;
    (*list)->n = n;
    return *list;
}

static void unpost(struct request **list, struct request *request)
{
    while (*list && *list != request)
        list = &(*list)->next;
    if (*list)
        *list = request->next;
}

int fake_isend(void *comm, void *data, size_t size, int tag, void *mhandle, void *phandle,
               void **request)
{
    struct comm *self = comm;
    struct request *made;

    BEGIN(isend, comm, is(comm, SEND) && is(mhandle, REGISTRATION));
    record.isend.data = data;
    record.isend.size = size;
    record.isend.tag = tag;
    record.isend.mhandle = mhandle;
    record.isend.phandle = phandle;
    record.isend.request = *request;
    *request = NULL;
    if (self->blocked++ == 0) /* refuses the first one, as if a queue were full */
        END(SUCCESS);
    *request = made = post(self->link, &self->link->sends, 1);
    made->data[0] = data;
    made->sizes[0] = size;
    made->tags[0] = tag;
    match(self->link);
    END(SUCCESS);
}

int fake_irecv(void *comm, int n, void **data, size_t *sizes, int *tags, void **mhandles,
               void **phandles, void **request)
{
    struct comm *self = comm;
    struct request *made;

    BEGIN(irecv, comm, is(comm, RECV) && n >= 1 && n <= FAKE_MOST);
    record.irecv.n = n;
    record.irecv.request = *request;
    for (int i = 0; i < n; i++) {
        if (!is(mhandles[i], REGISTRATION))
            wrong("irecv into memory %d that is not registered", i);
        record.irecv.data[i] = data[i];
        record.irecv.sizes[i] = sizes[i];
        record.irecv.tags[i] = tags[i];
        record.irecv.mhandles[i] = mhandles[i];
        record.irecv.phandles[i] = phandles ? phandles[i] : NULL;
    }
    *request = NULL;
    if (self->blocked++ == 0)
        END(SUCCESS);
    *request = made = post(self->link, &self->link->recvs, n);
    memcpy(made->data, data, sizeof *data * (size_t)n);
    memcpy(made->sizes, sizes, sizeof *sizes * (size_t)n);
    memcpy(made->tags, tags, sizeof *tags * (size_t)n);
    match(self->link);
    END(SUCCESS);
}

int fake_iflush(void *comm, int n, void **data, int *sizes, void **mhandles, void **request)
{
    struct request *made;

    BEGIN(iflush, comm, is(comm, RECV) && n >= 1 && n <= FAKE_MOST);
    record.iflush.n = n;
    for (int i = 0; i < n; i++) {
        record.iflush.data[i] = data[i];
        record.iflush.sizes[i] = (size_t)sizes[i];
        record.iflush.mhandles[i] = mhandles[i];
    }
    *request = made = make(REQUEST, sizeof *made, &record.requests);
    END(SUCCESS);
}

int fake_consumed(void *comm, int n, void *request)
{
    BEGIN(irecvConsumed, comm, is(comm, RECV));
    record.consumed.n = n;
    record.consumed.request = request;
    END(SUCCESS);
}

int fake_test(void *request, int *done, int *sizes)
{
    struct request *self = request;

    BEGIN(test, request, is(request, REQUEST));
    *done = self->tests++ > 0 && self->filled == self->n;
    if (!*done)
        END(SUCCESS);
    for (int i = 0; i < self->n && sizes; i++)
        sizes[i] = (int)self->sizes[i];
    if (self->link) {
        unpost(&self->link->sends, self);
        unpost(&self->link->recvs, self);
    }
    unmake(self, &record.requests);
    END(SUCCESS);
}

static int close_end(struct comm *comm)
{
    struct link *link = comm->link;
    struct request *next;

    unmake(comm, &record.comms);
    if (--link->ends > 0)
        return SUCCESS;
    for (struct request *left = link->sends; left; left = next) {
        next = left->next;
        unmake(left, &record.requests);
    }
    for (struct request *left = link->recvs; left; left = next) {
        next = left->next;
        unmake(left, &record.requests);
    }
    free(link);
    return SUCCESS;
}

int fake_close_send(void *comm)
{
    BEGIN(closeSend, comm, is(comm, SEND));
    END(close_end(comm));
}

int fake_close_recv(void *comm)
{
    BEGIN(closeRecv, comm, is(comm, RECV));
    END(close_end(comm));
}

int fake_close_listen(void *comm)
{
    struct comm *next;

    BEGIN(closeListen, comm, is(comm, LISTEN));
    for (struct comm *left = ((struct comm *)comm)->next; left; left = next) {
        next = left->next;
        close_end(left);
    }
    listening[((struct comm *)comm)->number] = NULL;
    unmake(comm, &record.comms);
    END(SUCCESS);
}
