/* A plugin's CollNet in one version: reduces over one rank, and records its arguments. Linked with
 * the fake net plugin.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "collnet-versions.h"
#include "collnet.h"
#include <string.h>

static struct collnet_record record = {.version = VERSION};
static int context, listening, joined, registered, request;

__attribute__((visibility("default"))) struct collnet_record *collnet_record(void)
{
    return &record;
}

static int begin(void)
{
    record.inits++;
    return record.fails ? SYSTEM_ERROR : SUCCESS;
}

#if VERSION >= 11
static int init(void **ctx, uint64_t commId, net_log log)
{
    (void)log;
    record.commId = commId;
    *ctx = &context;
    return begin();
}

static int finalize(void *ctx)
{
    record.finalizes++;
    return ctx == &context ? SUCCESS : INTERNAL_ERROR;
}
#else
static int init(net_log log)
{
    (void)log, (void)context;
    return begin();
}
#endif

static int devices(int *count)
{
    *count = 1;
    return SUCCESS;
}

static int properties(int dev, struct OF_VERSION(net_properties) * props)
{
    memset(props, 0, sizeof *props);
    props->name = dev == 0 ? "reducer" : NULL;
    props->ptrSupport = PTR_HOST | PTR_DMABUF;
    return SUCCESS;
}

#if VERSION >= 11
#define OURS ctx == &context &&
#else
#define OURS
#endif
static int listens(CTX int dev, void *handle, void **comm)
{
    memset(handle, 'a' + dev, 64);
    *comm = &listening;
    return OURS dev == 0 ? SUCCESS : INTERNAL_ERROR;
}

static int connects(void *handles[], int ranks, int rank, void *comm, void **joined_to)
{
    for (int i = 0; i < ranks; i++)
        for (int byte = 0; byte < 64; byte++)
            if (((char *)handles[i])[byte] != 'a')
                return INTERNAL_ERROR;
    *joined_to = &joined;
    return comm == &listening && rank < ranks ? SUCCESS : INTERNAL_ERROR;
}

static int supports(int type, int operation, int *supported)
{
    *supported = type == 2 && operation == 0;
    return SUCCESS;
}

static int reg(void *comm, void *data, SIZE size, int type, void **mhandle)
{
    (void)data;
    record.size = (size_t)size;
    *mhandle = &registered;
    return comm == &joined && type == PTR_HOST ? SUCCESS : INTERNAL_ERROR;
}

static int dereg(void *comm, void *mhandle)
{
    return comm == &joined && mhandle == &registered ? SUCCESS : INTERNAL_ERROR;
}

static int took(size_t size, void **asked)
{
    record.size = size;
    record.marker = *asked;
    *asked = &request;
    return SUCCESS;
}

static int allreduce(void *comm, void *from, void *to, COUNT count, int type, int operation,
                     void *from_mhandle, void *to_mhandle, void **asked)
{
    if (comm != &joined || type != 2 || operation != 0 || from_mhandle != &registered ||
        to_mhandle != &registered)
        return INTERNAL_ERROR;
    if (from && to)
        memcpy(to, from, (size_t)count * sizeof(int));
    return took((size_t)count, asked);
}

#if VERSION >= 6
static int reg_dmabuf(void *comm, void *data, size_t size, int type, uint64_t offset, int fd,
                      void **mhandle)
{
    (void)data, (void)type, (void)mhandle;
    record.size = size;
    return comm == &joined && offset == 5 && fd == 6 ? SUCCESS : INTERNAL_ERROR;
}
#endif

#if VERSION >= 8
static int allgather(void *comm, void *from, int parts, struct OF_VERSION(net_part) * to,
                     size_t each, size_t offset, size_t bytes, void *mhandle, void **asked)
{
    (void)from;
    return comm == &joined && parts == 1 && to->mhandle == &registered && to->address &&
                   each == 1 && offset == 2 && bytes == 3 && mhandle == &registered
               ? took(to->size, asked)
               : INTERNAL_ERROR;
}

static int reducescatter(void *comm, int parts, struct OF_VERSION(net_part) * from, void *to,
                         size_t each, size_t offset, size_t bytes, int type, int operation,
                         void *mhandle, void **asked)
{
    (void)to;
    return type == 2 && operation == 0
               ? allgather(comm, NULL, parts, from, each, offset, bytes, mhandle, asked)
               : INTERNAL_ERROR;
}
#endif

static int flush(void *comm, void *data, int size, void *mhandle, void **asked)
{
    (void)data;
    *asked = NULL;
    return comm == &joined && size == 7 && mhandle == &registered ? SUCCESS : INTERNAL_ERROR;
}

static int tests(void *asked, int *done, int *size)
{
    *done = 1;
    if (size)
        *size = 8;
    return asked == &request ? SUCCESS : INTERNAL_ERROR;
}

static int leaves(void *comm)
{
    return comm == &joined ? SUCCESS : INTERNAL_ERROR;
}

static int stops(void *comm)
{
    return comm == &listening ? SUCCESS : INTERNAL_ERROR;
}

#if VERSION >= 9
static int joins(int *dev, struct OF_VERSION(net_vdevice) * props)
{
    *dev = props->devs[0] + props->ndevs;
    return SUCCESS;
}
#endif

#define EXPORTED __attribute__((visibility("default")))
EXPORTED struct collnet OF_VERSION(ncclCollNetPlugin) = {
    .name = "Fake",
    .init = init,
    .devices = devices,
    .getProperties = properties,
    .listen = listens,
    .connect = connects,
    .reduceSupport = supports,
    .regMr = reg,
#if VERSION >= 6
    .regMrDmaBuf = reg_dmabuf,
#endif
    .deregMr = dereg,
    .iallreduce = allreduce,
#if VERSION >= 8
    .iallgather = allgather,
    .ireducescatter = reducescatter,
#endif
    .iflush = flush,
    .test = tests,
    .closeColl = leaves,
    .closeListen = stops,
#if VERSION >= 9
    .makeVDevice = joins,
#endif
#if VERSION >= 11
    .finalize = finalize,
#endif
};
