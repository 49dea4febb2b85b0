/* A network plugin (v8) that moves nothing, and whose requests are always done; a macro for each
 * operation breaks one.
 *
 * -DIN_INIT=CODE and the like take the place of an operation's body; -DCONSTRUCTOR=CODE and
 * -DDESTRUCTOR=CODE add code; -DNAME=POINTER is the name; -DISEND=NULL omits an operation, and
 * -DLATE completes the table in init. */
#define _GNU_SOURCE 1
#include "lazynccl_net.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COMM ((void *)8) /* never followed */
#define CRASH *(volatile int *)0 = 1

#ifndef NAME
#define NAME "broken"
#endif
#ifndef IN_INIT
#define IN_INIT
#endif
#ifndef IN_DEVICES
#define IN_DEVICES *count = 1
#endif
#ifndef IN_PROPERTIES
#define IN_PROPERTIES
#endif
#ifndef IN_LISTEN
#define IN_LISTEN *comm = COMM
#endif
#ifndef IN_CONNECT
#define IN_CONNECT *comm = COMM
#endif
#ifndef IN_ISEND
#define IN_ISEND *request = COMM
#endif
#ifndef IN_IRECV
#define IN_IRECV *request = COMM
#endif
#ifndef IN_TEST
#define IN_TEST                                                                                    \
    *done = 1;                                                                                     \
    if (sizes)                                                                                     \
    *sizes = 0
#endif
#ifndef IN_CLOSE
#define IN_CLOSE
#endif

#ifdef CONSTRUCTOR
__attribute__((constructor)) static void construct(void)
{
    CONSTRUCTOR;
}
#endif
#ifdef DESTRUCTOR
__attribute__((destructor)) static void destruct(void)
{
    DESTRUCTOR;
}
#endif

typedef struct lazynccl_net_device_handle *device_handle;

__attribute__((visibility("default"))) extern struct lazynccl_net_v8 ncclNetPlugin_v8;
static int isend(void *comm, void *data, int size, int tag, void *handle, void **request);

#ifdef LATE
static int device_mr(void *comm, void *handle, void **on_device)
{
    *on_device = handle;
    return 0;
}
#define ISEND NULL
#define GET_DEVICE_MR device_mr
#else
#define GET_DEVICE_MR NULL
#endif
#ifndef ISEND
#define ISEND isend
#endif

static int init(lazynccl_net_log log)
{
#ifdef LATE
    ncclNetPlugin_v8.isend = isend;
    ncclNetPlugin_v8.getDeviceMr = NULL;
#endif
    IN_INIT;
    return 0;
}

static int devices(int *count)
{
    IN_DEVICES;
    return 0;
}

static int properties(int device, struct lazynccl_net_properties_v8 *of)
{
    memset(of, 0, sizeof *of);
    of->name = "broken0";
    of->ptrSupport = LAZYNCCL_NET_PTR_HOST;
    of->speed = 1000;
    of->maxComms = 10;
    of->maxRecvs = 1;
    IN_PROPERTIES;
    return 0;
}

static int listen_at(int device, void *handle, void **comm)
{
    IN_LISTEN;
    return 0;
}

static int connect_to(int device, void *handle, void **comm, device_handle *on_device)
{
    IN_CONNECT;
    return 0;
}

static int accept_from(void *listening, void **comm, device_handle *on_device)
{
    *comm = COMM;
    return 0;
}

static int reg(void *comm, void *data, size_t size, int type, void **handle)
{
    *handle = COMM;
    return 0;
}

static int dereg(void *comm, void *handle)
{
    return 0;
}

static int isend(void *comm, void *data, int size, int tag, void *handle, void **request)
{
    IN_ISEND;
    return 0;
}

static int irecv(void *comm, int n, void **data, int *sizes, int *tags, void **handles,
                 void **request)
{
    IN_IRECV;
    return 0;
}

static int test(void *request, int *done, int *sizes)
{
    IN_TEST;
    return 0;
}

static int end(void *comm)
{
    IN_CLOSE;
    return 0;
}

struct lazynccl_net_v8 ncclNetPlugin_v8 = {.name = NAME,
                                           .init = init,
                                           .devices = devices,
                                           .getProperties = properties,
                                           .listen = listen_at,
                                           .connect = connect_to,
                                           .accept = accept_from,
                                           .regMr = reg,
                                           .deregMr = dereg,
                                           .isend = ISEND,
                                           .irecv = irecv,
                                           .test = test,
                                           .closeSend = end,
                                           .closeRecv = end,
                                           .closeListen = end,
                                           .getDeviceMr = GET_DEVICE_MR};
