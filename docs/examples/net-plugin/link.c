/* listen, connect and accept, without waiting.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE 1 /* accept4 */
#include "link.h"
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* The handle's content: the caller passes the same bytes to each call of connect until it
 * succeeds, so the socket can be stored there. */
struct address {
    struct sockaddr_in listens;
    int connecting, fd;
};

struct listening {
    int fd;
};

static int make_socket(void)
{
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);

    if (fd < 0)
        tcp_fail(0, "socket: %s", strerror(errno));
    return fd;
}

struct comm *tcp_make_comm(int fd)
{
    struct comm *comm = calloc(1, sizeof *comm);

    if (!comm) {
        close(fd);
        return NULL;
    }
    comm->fd = fd;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
    return comm;
}

int tcp_listen(void *ctx, int dev, void *handle, void **comm)
{
    struct address address = {.fd = -1};
    socklen_t length = sizeof address.listens;
    struct listening *made;
    int fd;

    (void)ctx;
    *comm = NULL;
    if (dev != 0)
        return tcp_fail(LAZYNCCL_NET_INVALID_ARGUMENT, "listen: no device %d", dev);
    fd = make_socket();
    if (fd < 0)
        return LAZYNCCL_NET_SYSTEM_ERROR;
    address.listens.sin_family = AF_INET;
    address.listens.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (bind(fd, (struct sockaddr *)&address.listens, length) != 0 || listen(fd, 64) != 0 ||
        getsockname(fd, (struct sockaddr *)&address.listens, &length) != 0 ||
        !(made = malloc(sizeof *made))) {
        int error = errno;

        close(fd);
        return tcp_fail(LAZYNCCL_NET_SYSTEM_ERROR, "listen: %s", strerror(error));
    }
    made->fd = fd;
    memcpy(handle, &address, sizeof address);
    *comm = made;
    tcp_counts.listen++;
    return LAZYNCCL_NET_SUCCESS;
}

/* Returns 1 if the socket is connected, 0 if not yet, -1 with errno if it failed. */
static int check_connected(int fd)
{
    struct pollfd asked = {.fd = fd, .events = POLLOUT};
    int error = 0;

    if (poll(&asked, 1, 0) == 0)
        return 0;
    getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &(socklen_t){sizeof error});
    errno = error;
    return error ? -1 : 1;
}

int tcp_connect(void *ctx, int dev, void *handle, void **comm,
                struct lazynccl_net_device_handle **device)
{
    struct address address;
    int state;

    (void)ctx, (void)dev, (void)device;
    *comm = NULL;
    memcpy(&address, handle, sizeof address);
    if (!address.connecting) {
        address.connecting = 1;
        address.fd = make_socket();
        if (address.fd < 0)
            return LAZYNCCL_NET_SYSTEM_ERROR;
        memcpy(handle, &address, sizeof address);
        if (connect(address.fd, (struct sockaddr *)&address.listens, sizeof address.listens) == 0 ||
            errno == EINPROGRESS)
            return LAZYNCCL_NET_SUCCESS; /* without a comm: NCCL calls again */
        state = -1;
    } else {
        state = check_connected(address.fd);
    }
    if (state < 0) {
        int error = errno;

        close(address.fd);
        return tcp_fail(REMOTE_ERROR, "connect: %s", strerror(error));
    }
    if (state > 0 && !(*comm = tcp_make_comm(address.fd)))
        return LAZYNCCL_NET_SYSTEM_ERROR;
    return LAZYNCCL_NET_SUCCESS;
}

int tcp_accept(void *listen, void **comm, struct lazynccl_net_device_handle **device)
{
    int fd = accept4(((struct listening *)listen)->fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);

    (void)device;
    *comm = NULL;
    if (fd < 0 && (errno == EAGAIN || errno == EINTR || errno == ECONNABORTED))
        return LAZYNCCL_NET_SUCCESS;
    if (fd < 0)
        return tcp_fail(LAZYNCCL_NET_SYSTEM_ERROR, "accept: %s", strerror(errno));
    *comm = tcp_make_comm(fd);
    return *comm ? LAZYNCCL_NET_SUCCESS : LAZYNCCL_NET_SYSTEM_ERROR;
}

/* Closing a socket with unread data resets the connection, and the peer may lose data that it
 * has not read. */
int tcp_close(void *comm)
{
    struct comm *self = comm;
    char unread[4096];

    shutdown(self->fd, SHUT_WR);
    while (read(self->fd, unread, sizeof unread) > 0)
        ;
    close(self->fd);
    free(self);
    return LAZYNCCL_NET_SUCCESS;
}

int tcp_close_listen(void *comm)
{
    close(((struct listening *)comm)->fd);
    free(comm);
    return LAZYNCCL_NET_SUCCESS;
}
