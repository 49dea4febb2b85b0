/* The fake plugin's network: comms and registrations.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "plugin-link.h"
#include <stdlib.h>
#include <string.h>

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

static int close_end(struct comm *comm)
{
    struct link *link = comm->link;

    unmake(comm, &record.comms);
    if (--link->ends > 0)
        return SUCCESS;
    drop_requests(link->sends);
    drop_requests(link->recvs);
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
