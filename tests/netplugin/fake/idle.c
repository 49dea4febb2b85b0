/* A v8 net plugin that does nothing, so that all counts during a call are lazynccl's.
 * -DISEND=NULL omits an operation; -DLATE completes the table in init.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define VERSION 8
#include "versions.h"
#include <string.h>

static int something;

static void complete(void);

static int init(net_log log)
{
    complete();
    return log ? SUCCESS : INTERNAL_ERROR;
}

static int devices(int *count)
{
    *count = 1;
    return SUCCESS;
}

static int properties(int dev, struct net_properties_v8 *props)
{
    static char name[] = "idle";

    memset(props, 0, sizeof *props);
    props->name = name;
    props->guid = (uint64_t)dev;
    props->maxRecvs = 8;
    return SUCCESS;
}

static int listens(int dev, void *handle, void **comm)
{
    memset(handle, dev, 64);
    *comm = &something;
    return SUCCESS;
}

static int connects(int dev, void *handle, void **comm, struct net_device_handle **device)
{
    (void)dev, (void)handle, (void)device;
    *comm = &something;
    return SUCCESS;
}

static int accepts(void *listening, void **comm, struct net_device_handle **device)
{
    (void)device;
    *comm = listening;
    return SUCCESS;
}

static int reg(void *comm, void *data, size_t size, int type, void **mhandle)
{
    (void)comm, (void)data, (void)size, (void)type;
    *mhandle = &something;
    return SUCCESS;
}

static int dereg(void *comm, void *mhandle)
{
    return comm == mhandle ? SUCCESS : INTERNAL_ERROR;
}

static int sends(void *comm, void *data, int size, int tag, void *mhandle, void **request)
{
    (void)comm, (void)data, (void)size, (void)tag, (void)mhandle;
    *request = &something;
    return SUCCESS;
}

static int receives(void *comm, int n, void **data, int *sizes, int *tags, void **mhandles,
                    void **request)
{
    (void)comm, (void)n, (void)data, (void)sizes, (void)tags, (void)mhandles;
    *request = &something;
    return SUCCESS;
}

static int tests(void *request, int *done, int *sizes)
{
    (void)sizes;
    *done = request == &something;
    return SUCCESS;
}

static int closes(void *comm)
{
    (void)comm;
    return SUCCESS;
}

#ifdef LATE
static int device_mr(void *comm, void *mhandle, void **on_device)
{
    (void)comm;
    *on_device = mhandle;
    return SUCCESS;
}
#define ISEND NULL
#define GET_DEVICE_MR device_mr
#endif
#ifndef ISEND
#define ISEND sends
#endif
#ifndef GET_DEVICE_MR
#define GET_DEVICE_MR NULL
#endif

__attribute__((visibility("default"))) struct net_v8 ncclNetPlugin_v8 = {
    .name = "idle",
    .init = init,
    .devices = devices,
    .getProperties = properties,
    .listen = listens,
    .connect = connects,
    .accept = accepts,
    .regMr = reg,
    .deregMr = dereg,
    .isend = ISEND,
    .irecv = receives,
    .test = tests,
    .closeSend = closes,
    .closeRecv = closes,
    .closeListen = closes,
    .getDeviceMr = GET_DEVICE_MR,
};

static void complete(void)
{
#ifdef LATE
    ncclNetPlugin_v8.isend = sends;
    ncclNetPlugin_v8.getDeviceMr = NULL;
#endif
}
