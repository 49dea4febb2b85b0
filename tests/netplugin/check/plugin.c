/* A correct network plugin for NCCL over local sockets; macros make it misbehave.
 *
 * -DVERSION=4 to 12 selects the interface, -DLOG=WORD a warning in init, -DIN_INIT=CODE,
 * -DIN_FINALIZE=CODE, -DIN_CONNECT=CODE, -DIN_IRECV=CODE and -DIN_TEST=CODE add code there,
 * -DIN_PROPERTIES=CODE after the properties, -DIN_MESSAGE=CODE after a message has come; for
 * -DFAULT_... see each use. */
#define _GNU_SOURCE
#ifndef VERSION
#define VERSION 12
#endif
#include "../fake/versions.h"
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define TABLE JOIN(ncclNetPlugin_v, VERSION)
#ifndef MAX_RECVS
#define MAX_RECVS 8
#endif
#ifndef IN_INIT
#define IN_INIT
#endif
#ifndef IN_FINALIZE
#define IN_FINALIZE
#endif
#ifndef IN_PROPERTIES
#define IN_PROPERTIES
#endif
#ifndef IN_CONNECT
#define IN_CONNECT
#endif
#ifndef IN_IRECV
#define IN_IRECV
#endif
#ifndef IN_MESSAGE
#define IN_MESSAGE
#endif
#ifndef IN_TEST
#define IN_TEST
#endif
#ifndef REQUESTS
#define REQUESTS 32
#endif
#ifndef SENDS
#define SENDS (REQUESTS * MAX_RECVS)
#endif

extern struct net_table TABLE;

#include "plugin-messages.h"

static int inits, listens;

static int init(INIT_PARAMETERS)
{
    SINCE_11(*ctx = malloc(1);)
    inits++;
#ifdef LOG
    log(2, 16, __FILE__, __LINE__, "NET/Test : %s", TEXT(LOG));
#else
    log(3, 16, __FILE__, __LINE__, "NET/Test : ready");
#endif
    IN_INIT;
    return 0;
}

static int devices(int *count)
{
#ifdef FAULT_DEVICES
    *count = 0;
#else
    *count = 2;
#endif
    return 0;
}

static int get_properties(int device, struct net_properties *is)
{
    is->name = device ? "test1" : "test0";
    is->guid = (uint64_t)device;
    is->ptrSupport = PTR_HOST;
    is->speed = 10000;
    is->maxComms = 1024;
    SINCE_5(is->latency = 2.5f;)
    SINCE_5(is->maxRecvs = MAX_RECVS;)
    SINCE_9(is->vProps = ((struct net_vdevice){1, {device}});)
    SINCE_9(is->maxP2pBytes = is->maxCollBytes = 1 << 30;)
    SINCE_11(is->maxMultiRequestSize = 1;)
    SINCE_12(is->railId = is->planeId = -1;)
    IN_PROPERTIES;
    return 0;
}

/* Connections: the handle is an abstract socket name. */

static int listen_to(LISTEN_PARAMETERS)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct comm *made = calloc(1, sizeof *made);

    made->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    snprintf(address.sun_path + 1, 60, "lazynccl-%d-%d", (int)getpid(), listens++);
#ifdef FAULT_HANDLE
    memset(handle, 'x', 140);
#endif
    memcpy(handle, address.sun_path, 64);
    *comm = made;
    return bind(made->fd, (struct sockaddr *)&address, sizeof address) || listen(made->fd, 16) ? 2
                                                                                               : 0;
}

static int connect_to(CONNECT_PARAMETERS)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct comm *made = calloc(1, sizeof *made);

    IN_CONNECT;
    memcpy(address.sun_path, handle, 64);
    made->sends = 1;
    made->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(made->fd, (struct sockaddr *)&address, sizeof address) != 0) {
        close(made->fd);
        free(made);
        return 2;
    }
    *comm = made;
    return 0;
}

static int accept_from(ACCEPT_PARAMETERS)
{
#ifdef ACCEPT_WAITS /* as google/nccl-fastsocket's does */
    poll(&(struct pollfd){((struct comm *)listening)->fd, POLLIN, 0}, 1, -1);
#endif
    int fd = accept4(((struct comm *)listening)->fd, NULL, NULL, SOCK_CLOEXEC);
    struct comm *made;

    if (fd < 0)
        return 0;
    made = calloc(1, sizeof *made);
    made->fd = fd;
    *comm = made;
    return 0;
}

static int close_comm(void *closed)
{
    struct comm *comm = closed;

#ifndef FAULT_FILES
    close(comm->fd);
#endif
#ifdef FAULT_LOSES
    comm->fd = -1;
    return 0;
#endif
#ifdef FAULT_CLOSE
    if (comm->queue)
        return 3;
#endif
    drop(comm);
    free(comm);
    return 0;
}

#include "plugin-table.h"
