/* The fake plugin's network: comms and registrations. */
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

#include "plugin-messages.h"

/* The start of a handle. Real plugins too keep their progress there between calls of connect. */
struct address {
    int magic, listen, tries;
};

static struct comm *listeners[256];
static int listened;

static int fake_listen(LISTEN_PARAMETERS)
{
    void *of = SINCE_11(ctx) BEFORE_11(NULL);
    struct comm *made;

    BEGIN(listen, of, VERSION < 11 || is(of, CONTEXT));
    record.listen.ctx = of;
    record.listen.dev = dev;
    *comm = made = make(LISTEN, sizeof *made, &record.comms);
    made->number = listened++ % 256;
    listeners[made->number] = made;
    memset(handle, 0xd0, (size_t)setting("handle", 64));
    *(struct address *)handle = (struct address){LISTEN, made->number, 0};
    END(SUCCESS);
}

#if VERSION >= 7
/* NCCL always passes a pointer to NULL, because it wants no device offload. */
static void check_device_place(const char *operation, struct net_device_handle **device)
{
    if (!device || *device)
        wrong("%s without an empty place for a device handle", operation);
}
#endif

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

static int fake_connect(CONNECT_PARAMETERS)
{
    void *of = SINCE_11(ctx) BEFORE_11(NULL);
    struct address *address = handle;
    const unsigned char *bytes = handle;

    BEGIN(connect, of, VERSION < 11 || is(of, CONTEXT));
    record.connect.ctx = of;
    record.connect.dev = dev;
    record.connect.trafficClass = FAKE_NONE;
    SINCE_10(BEFORE_11(record.connect.trafficClass = config ? config->trafficClass : FAKE_NONE;))
    SINCE_7(check_device_place("connect", device);)
    if (address->magic != LISTEN || !listeners[address->listen & 255])
        END(wrong("connect to a handle that listen did not make"));
    for (int i = sizeof *address; i < setting("handle", 64); i++)
        if (bytes[i] != 0xd0)
            END(wrong("connect to a handle whose byte %d is %d", i, bytes[i]));
    *comm = NULL;
    if (address->tries++ >= 2) /* the third call connects */
        connected(listeners[address->listen], comm);
    END(SUCCESS);
}

static int fake_accept(ACCEPT_PARAMETERS)
{
    struct comm *self = listening, *first;

    BEGIN(accept, self, is(self, LISTEN));
    SINCE_7(check_device_place("accept", device);)
    *comm = first = self->next;
    if (first) {
        self->next = first->next;
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

static int fake_reg(REG_PARAMETERS)
{
    BEGIN(regMr, comm, is_end(comm));
    END(reg(data, (size_t)size, type, 0, -1, mhandle));
}

static int fake_reg_dmabuf(REG_DMABUF_PARAMETERS)
{
    BEGIN(regMrDmaBuf, comm, is_end(comm));
    END(reg(data, size, type, offset, fd, mhandle));
}

static int fake_dereg(void *comm, void *mhandle)
{
    BEGIN(deregMr, comm, is_end(comm) && is(mhandle, REGISTRATION));
    unmake(mhandle, &record.registrations);
    END(SUCCESS);
}

static int fake_device_mr(void *comm, void *mhandle, void **device)
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

static int fake_close_send(void *comm)
{
    BEGIN(closeSend, comm, is(comm, SEND));
    END(close_end(comm));
}

static int fake_close_recv(void *comm)
{
    BEGIN(closeRecv, comm, is(comm, RECV));
    END(close_end(comm));
}

static int fake_close_listen(void *comm)
{
    struct comm *next;

    BEGIN(closeListen, comm, is(comm, LISTEN));
    for (struct comm *left = ((struct comm *)comm)->next; left; left = next) {
        next = left->next;
        close_end(left);
    }
    listeners[((struct comm *)comm)->number] = NULL;
    unmake(comm, &record.comms);
    END(SUCCESS);
}
