/* The fake plugin's table in one VERSION, without what this version lacks.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * -DEXPORTED=99 exports it under another number; -DWITHOUT_OPTIONAL omits what NCCL allows. */
#include "plugin-operations.h"
#include <string.h>

#ifndef EXPORTED
#define EXPORTED VERSION
#endif
#ifndef NAME
#define NAME "Fake"
#endif
#define TABLE VERSIONED(ncclNetPlugin, EXPORTED)

extern struct OF_VERSION(net) TABLE;

/* init may rename the table, as some plugins do. */
static int init_renames(int result)
{
    static char name[64];
    const char *text = setting_text("name_after");

    if (text) {
        memset(name, 0, sizeof name);
        memcpy(name, text, strcspn(text, " "));
        TABLE.name = name;
    }
    return result;
}

#if VERSION >= 11
static int init(void **ctx, uint64_t commId, struct net_config *config, net_log log,
                net_profiler profiler)
{
    return init_renames(fake_init(ctx, commId, config, log, profiler));
}
#elif VERSION >= 10
static int init(net_log log, net_profiler profiler)
{
    return init_renames(fake_init(NULL, 0, NULL, log, profiler));
}
#else
static int init(net_log log)
{
    return init_renames(fake_init(NULL, 0, NULL, log, NULL));
}
#endif

static int properties(int dev, struct OF_VERSION(net_properties) * props)
{
    struct net_properties_v12 all;
    int result = fake_properties(dev, &all);

    if (result != SUCCESS)
        return result;
    props->name = all.name;
    props->pciPath = all.pciPath;
    if (setting("unset", 0))
        return SUCCESS;
    props->guid = all.guid;
    props->ptrSupport = all.ptrSupport;
    props->speed = all.speed;
    props->port = all.port;
    props->maxComms = all.maxComms;
#if VERSION >= 5
    props->latency = all.latency;
    props->maxRecvs = all.maxRecvs;
#endif
#if VERSION >= 7
    props->netDeviceType = all.netDeviceType;
    props->netDeviceVersion = all.netDeviceVersion;
#endif
#if VERSION >= 8
    props->regIsGlobal = all.regIsGlobal;
#endif
#if VERSION >= 9
    props->forceFlush = all.forceFlush;
    props->vProps.ndevs = all.vProps.ndevs;
    memcpy(props->vProps.devs, all.vProps.devs, sizeof props->vProps.devs);
    props->maxP2pBytes = all.maxP2pBytes;
    props->maxCollBytes = all.maxCollBytes;
#endif
#if VERSION >= 11
    props->maxMultiRequestSize = all.maxMultiRequestSize;
#endif
#if VERSION >= 12
    props->railId = all.railId;
    props->planeId = all.planeId;
#endif
    return SUCCESS;
}

#if VERSION >= 11
#define listen_ fake_listen
static int connect_(void *ctx, int dev, void *handle, void **comm,
                    struct net_device_handle **device)
{
    return fake_connect(ctx, dev, FAKE_NONE, handle, comm, device);
}
#else
static int listen_(int dev, void *handle, void **comm)
{
    return fake_listen(NULL, dev, handle, comm);
}
#if VERSION >= 10
static int connect_(int dev, struct net_config *config, void *handle, void **comm,
                    struct net_device_handle **device)
{
    return fake_connect(NULL, dev, config ? config->trafficClass : FAKE_NONE, handle, comm, device);
}
#elif VERSION >= 7
static int connect_(int dev, void *handle, void **comm, struct net_device_handle **device)
{
    return fake_connect(NULL, dev, FAKE_NONE, handle, comm, device);
}
#else
static int connect_(int dev, void *handle, void **comm)
{
    return fake_connect(NULL, dev, FAKE_NONE, handle, comm, NULL);
}
#endif
#endif

#if VERSION >= 7
#define accept_ fake_accept
#else
static int accept_(void *listen, void **comm)
{
    return fake_accept(listen, comm, NULL);
}
#endif

#if VERSION >= 8
#define reg_ fake_reg
#else
static int reg_(void *comm, void *data, int size, int type, void **mhandle)
{
    return fake_reg(comm, data, (size_t)size, type, mhandle);
}
#endif

#if VERSION >= 5
#define iflush_ fake_iflush
#endif
#if VERSION >= 10
#define isend_ fake_isend
#define irecv_ fake_irecv
#elif VERSION >= 9
static int isend_(void *comm, void *data, size_t size, int tag, void *mhandle, void **request)
{
    return fake_isend(comm, data, size, tag, mhandle, NULL, request);
}

static int irecv_(void *comm, int n, void **data, size_t *sizes, int *tags, void **mhandles,
                  void **request)
{
    return fake_irecv(comm, n, data, sizes, tags, mhandles, NULL, request);
}
#elif VERSION >= 5
static int isend_(void *comm, void *data, int size, int tag, void *mhandle, void **request)
{
    return fake_isend(comm, data, (size_t)size, tag, mhandle, NULL, request);
}

static int irecv_(void *comm, int n, void **data, int *sizes, int *tags, void **mhandles,
                  void **request)
{
    size_t wide[FAKE_MOST];

    for (int i = 0; i < n && i < FAKE_MOST; i++)
        wide[i] = (size_t)sizes[i];
    return fake_irecv(comm, n, data, wide, tags, mhandles, NULL, request);
}
#else
static int isend_(void *comm, void *data, int size, void *mhandle, void **request)
{
    return fake_isend(comm, data, (size_t)size, 0, mhandle, NULL, request);
}

static int irecv_(void *comm, void *data, int size, void *mhandle, void **request)
{
    return fake_irecv(comm, 1, &data, &(size_t){(size_t)size}, &(int){0}, &mhandle, NULL, request);
}

static int iflush_(void *comm, void *data, int size, void *mhandle, void **request)
{
    return fake_iflush(comm, 1, &data, &size, &mhandle, request);
}
#endif

#if VERSION >= 9
static int make_vdevice(int *dev, struct OF_VERSION(net_vdevice) * props)
{
    return fake_vdevice(dev, props->ndevs, props->devs);
}
#endif

/* Operations that NCCL allows to be NULL. */
#ifdef WITHOUT_OPTIONAL
#define OPTIONAL(operation) (0 ? operation : NULL)
#else
#define OPTIONAL(operation) operation
#endif

__attribute__((visibility("default"))) struct OF_VERSION(net) TABLE = {
    .name = NAME,
    .init = init,
    .devices = fake_devices,
    .getProperties = properties,
    .listen = listen_,
    .connect = connect_,
    .accept = accept_,
    .regMr = reg_,
    .deregMr = fake_dereg,
    .isend = isend_,
    .irecv = irecv_,
#if VERSION >= 5
    .iflush = OPTIONAL(iflush_),
#else
    .iflush = iflush_,
#endif
    .test = fake_test,
    .closeSend = fake_close_send,
    .closeRecv = fake_close_recv,
    .closeListen = fake_close_listen,
#if VERSION >= 6
    .regMrDmaBuf = OPTIONAL(fake_reg_dmabuf),
#endif
#if VERSION >= 7
    .getDeviceMr = OPTIONAL(fake_device_mr),
    .irecvConsumed = OPTIONAL(fake_consumed),
#endif
#if VERSION >= 9
    .makeVDevice = OPTIONAL(make_vdevice),
#endif
#if VERSION >= 11
    .finalize = fake_finalize,
    .setNetAttr = OPTIONAL(fake_set_attr),
#endif
};
