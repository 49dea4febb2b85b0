/* Messages over a connection: each call sends what the socket accepts, and reads what it has.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "link.h"
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>

/* Returns the bytes moved, 0 if none can be now, -1 if the peer is gone. */
static ssize_t moved(ssize_t bytes)
{
    if (bytes > 0)
        return bytes;
    return bytes < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : -1;
}

static ssize_t take(struct comm *comm, void *data, size_t size)
{
    return moved(recv(comm->fd, data, size, 0));
}

/* Reads the rest of an object after its first comm->read bytes. Returns 1 when it is complete. */
static int read_rest(struct comm *comm, void *object, size_t size)
{
    ssize_t bytes = take(comm, (char *)object + comm->read, size - comm->read);

    if (bytes > 0)
        comm->read += (size_t)bytes;
    return bytes < 0 ? -1 : comm->read == size;
}

/* Returns a request for n messages, or NULL if all requests of the comm are in use. */
static struct request *make_request(struct comm *comm, int n)
{
    for (int i = 0; i < MOST_MESSAGES; i++)
        if (!comm->requests[i].used) {
            comm->requests[i] = (struct request){.comm = comm, .used = 1, .n = n, .left = n};
            return &comm->requests[i];
        }
    return NULL;
}

/* The sender */

/* Reads what the receiver has sent about its buffers. Returns -1 if the peer is gone. */
static int read_rooms(struct comm *comm)
{
    int whole = 1;

    while (whole > 0 && comm->rooms_count < MOST_MESSAGES) {
        whole = read_rest(comm, &comm->rooms[comm->rooms_count], sizeof(struct room));
        if (whole > 0) {
            comm->rooms_count++;
            comm->read = 0;
        }
    }
    return whole < 0 ? -1 : 0;
}

/* Sends the head and the data of the requests, in order, until the socket accepts no more. */
static int write_messages(struct comm *comm)
{
    struct request *first;

    while ((first = comm->first)) {
        /* how much of the head is left, and how much of the data is sent */
        size_t head = comm->written < sizeof first->head ? sizeof first->head - comm->written : 0;
        size_t sent = comm->written + head - sizeof first->head;
        struct iovec parts[2] = {{(char *)(&first->head + 1) - head, head},
                                 {(char *)first->data + sent, first->head.size - sent}};
        struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
        ssize_t bytes = moved(sendmsg(comm->fd, &message, MSG_NOSIGNAL));

        if (bytes <= 0)
            return (int)bytes;
        comm->written += (size_t)bytes;
        if (comm->written < sizeof first->head + first->head.size)
            continue;
        comm->written = 0;
        first->left = 0;
        comm->first = first->next;
    }
    return 0;
}

/* Takes the oldest buffer for this tag, or returns -1. */
static int take_room(struct comm *comm, int tag, struct room *room)
{
    for (int i = 0; i < comm->rooms_count; i++)
        if (comm->rooms[i].tag == tag) {
            *room = comm->rooms[i];
            comm->rooms_count--;
            /* also moves the element that is partly read, which follows the last one */
            memmove(&comm->rooms[i], &comm->rooms[i + 1],
                    sizeof *room * (size_t)(comm->rooms_count - i) + comm->read);
            return 0;
        }
    return -1;
}

int tcp_isend(void *comm, void *data, size_t size, int tag, void *mhandle, void *phandle,
              void **request)
{
    struct comm *self = comm;
    struct request *made;
    struct room room;

    (void)mhandle, (void)phandle;
    *request = NULL;
    if (read_rooms(self) < 0)
        return tcp_fail(REMOTE_ERROR, "isend: the peer has closed the connection");
    made = make_request(self, 1);
    if (!made)
        return LAZYNCCL_NET_SUCCESS;
    if (take_room(self, tag, &room) < 0) {
        made->used = 0;
        return LAZYNCCL_NET_SUCCESS;
    }
    if (size > room.size) {
        made->used = 0;
        return tcp_fail(LAZYNCCL_NET_INVALID_USAGE, "isend: %zu bytes, the peer awaits %zu", size,
                        (size_t)room.size);
    }
    made->head = (struct head){room.slot, size};
    made->data = data;
    made->sends = 1;
    made->sizes[0] = (int)size;
    if (self->first)
        self->last->next = made;
    else
        self->first = made;
    self->last = made;
    *request = made;
    tcp_counts.send++;
    if (write_messages(self) < 0)
        return tcp_fail(REMOTE_ERROR, "isend: the peer has closed the connection");
    return LAZYNCCL_NET_SUCCESS;
}

/* The receiver */

/* Tells the sender about buffers, and keeps in `rooms` what the socket did not accept. */
static int write_rooms(struct comm *comm)
{
    size_t all = sizeof *comm->rooms * (size_t)comm->rooms_count, whole;
    ssize_t bytes = 0;

    if (all > comm->written)
        bytes = moved(
            send(comm->fd, (char *)comm->rooms + comm->written, all - comm->written, MSG_NOSIGNAL));
    if (bytes < 0)
        return -1;
    comm->written += (size_t)bytes;
    whole = comm->written / sizeof *comm->rooms;
    memmove(comm->rooms, comm->rooms + whole, all - whole * sizeof *comm->rooms);
    comm->rooms_count -= (int)whole;
    comm->written %= sizeof *comm->rooms;
    return 0;
}

/* Reads the data of the message whose head was read. Returns 1 when it is complete. */
static int read_data(struct comm *comm)
{
    struct slot *slot = &comm->slots[comm->head.slot];
    size_t got = comm->read - sizeof comm->head;
    ssize_t bytes = 0;

    if (got < comm->head.size)
        bytes = take(comm, slot->data + got, comm->head.size - got);
    if (bytes < 0)
        return -1;
    comm->read += (size_t)bytes;
    if (got + (size_t)bytes < comm->head.size)
        return 0;
    slot->request->sizes[slot->i] = (int)comm->head.size;
    slot->request->left--;
    slot->request = NULL;
    comm->read = 0;
    tcp_counts.bytes += (long)comm->head.size;
    return 1;
}

/* Returns whether the head names a slot whose buffer has room for the message. */
static int is_awaited(const struct comm *comm)
{
    int64_t slot = comm->head.slot;

    return slot >= 0 && slot < MOST_MESSAGES && comm->slots[slot].request &&
           comm->head.size <= comm->slots[slot].size;
}

/* Reads messages until the socket has no more. Returns -1 if the peer is gone or sends nonsense. */
static int read_messages(struct comm *comm)
{
    int whole = 1;

    while (whole > 0) {
        if (comm->read < sizeof comm->head) {
            whole = read_rest(comm, &comm->head, sizeof comm->head);
            if (whole > 0 && !is_awaited(comm))
                return -1;
        }
        if (whole > 0)
            whole = read_data(comm);
    }
    return whole;
}

/* Finds n free slots. Returns -1 if there are fewer. */
static int find_slots(const struct comm *comm, int n, int *found)
{
    for (int i = 0; i < MOST_MESSAGES && n > 0; i++)
        if (!comm->slots[i].request)
            found[--n] = i;
    return n == 0 ? 0 : -1;
}

int tcp_irecv(void *comm, int n, void **data, size_t *sizes, int *tags, void **mhandles,
              void **phandles, void **request)
{
    struct comm *self = comm;
    struct request *made;
    int slots[MAX_RECVS];

    (void)mhandles, (void)phandles;
    *request = NULL;
    if (n < 1 || n > MAX_RECVS)
        return tcp_fail(LAZYNCCL_NET_INVALID_USAGE, "irecv: %d messages, 1 to %d are possible", n,
                        MAX_RECVS);
    if (find_slots(self, n, slots) < 0 || !(made = make_request(self, n)))
        return LAZYNCCL_NET_SUCCESS; /* without a request: NCCL calls again */
    for (int i = 0; i < n; i++) {
        self->slots[slots[i]] = (struct slot){made, i, data[i], sizes[i]};
        self->rooms[self->rooms_count++] = (struct room){slots[i], tags[i], sizes[i]};
    }
    *request = made;
    tcp_counts.recv++;
    if (write_rooms(self) < 0)
        return tcp_fail(REMOTE_ERROR, "irecv: the peer has closed the connection");
    return LAZYNCCL_NET_SUCCESS;
}

/* Both */

int tcp_test(void *request, int *done, int *sizes)
{
    struct request *self = request;
    struct comm *comm = self->comm;
    int gone = 0;

    if (self->left > 0 && self->sends)
        gone = read_rooms(comm) < 0 || write_messages(comm) < 0;
    else if (self->left > 0)
        gone = write_rooms(comm) < 0 || read_messages(comm) < 0;
    *done = self->left == 0;
    if (!*done)
        return gone ? tcp_fail(REMOTE_ERROR, "test: the peer has closed the connection")
                    : LAZYNCCL_NET_SUCCESS;
    for (int i = 0; sizes && i < self->n; i++)
        sizes[i] = self->sizes[i];
    self->used = 0;
    return LAZYNCCL_NET_SUCCESS;
}
