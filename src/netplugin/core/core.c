/* The operations between NCCL and the plugin. Wraps comms and passes everything else through.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD
 *
 * NCCL calls isend, irecv and test constantly during transfers. They add a call through a pointer,
 * but no lock and no allocation. Requests and registrations are passed through without wrapping. */
#include "netplugin/core/core.h"
#include "netplugin/core/convert.h"
#include <stdlib.h>

/* Calls an operation that may be absent: optional, or called without a successful init. */
#define CALL(operation, ...)                                                                       \
    (lazynccl_net_plugin.operation ? lazynccl_net_plugin.operation(__VA_ARGS__)                    \
                                   : lazynccl_net_absent(#operation))

/* A listen, send or receive comm, as NCCL sees it. */
struct comm {
    void *real;    /* the plugin's comm */
    int max_recvs; /* the device's maxRecvs */
};

/* Wraps a comm that the plugin created. `close` is the operation that closes this kind. */
static int wrap(const struct lazynccl_net_real *real, struct comm made, void **wrapped,
                int (*close)(const struct lazynccl_net_real *, void *))
{
    struct comm *comm = *wrapped = malloc(sizeof *comm);

    if (comm) {
        *comm = made;
        return LAZYNCCL_NET_SUCCESS;
    }
    lazynccl_net_warn("out of memory");
    close(real, made.real);
    return LAZYNCCL_NET_SYSTEM_ERROR;
}

static void *real_of(void *comm)
{
    return ((struct comm *)comm)->real;
}

static int devices(const struct lazynccl_net_real *real, int *ndev)
{
    int result;

    *ndev = 1; /* if NCCL must fail: a device that does not exist, so that listen can fail */
    if (lazynccl_net_must_fail())
        return LAZYNCCL_NET_SUCCESS;
    if (!lazynccl_net_plugin.devices)
        return lazynccl_net_absent("devices");
    result = lazynccl_net_plugin.devices(real, ndev);
    return result == LAZYNCCL_NET_SUCCESS && *ndev > 0 ? result
                                                       : lazynccl_net_without_devices(result, ndev);
}

static int listen(const struct lazynccl_net_real *real, void *ctx, int dev, void *handle,
                  void **listenComm)
{
    struct lazynccl_net_context *context = lazynccl_net_context_of(real, ctx, NULL);
    struct comm made = {.real = NULL};
    lazynccl_net_properties props;
    int result;

    *listenComm = NULL;
    if (!context || context->failed || lazynccl_net_failure())
        return lazynccl_net_absent("listen");
    result = lazynccl_net_describe(real, dev, &props);
    if (result == LAZYNCCL_NET_SUCCESS)
        result = lazynccl_net_plugin.listen(real, context->real, dev, handle, &made.real);
    made.max_recvs = props.maxRecvs;
    return result == LAZYNCCL_NET_SUCCESS
               ? wrap(real, made, listenComm, lazynccl_net_plugin.closeListen)
               : result;
}

static int connect(const struct lazynccl_net_real *real, void *ctx, int dev,
                   struct lazynccl_net_config *config, void *handle, void **sendComm,
                   struct lazynccl_net_device_handle **sendDevComm)
{
    struct lazynccl_net_context *context = lazynccl_net_context_of(real, ctx, config);
    struct comm made = {.real = NULL};
    int result;

    *sendComm = NULL;
    if (!context || context->failed || lazynccl_net_failure())
        return lazynccl_net_absent("connect");
    result =
        lazynccl_net_plugin.connect(real, context->real, dev, config ? config : &context->config,
                                    handle, &made.real, sendDevComm);
    if (result != LAZYNCCL_NET_SUCCESS || !made.real) /* not connected yet; NCCL will call again */
        return result;
    return wrap(real, made, sendComm, lazynccl_net_plugin.closeSend);
}

static int accept(const struct lazynccl_net_real *real, void *listenComm, void **recvComm,
                  struct lazynccl_net_device_handle **recvDevComm)
{
    struct comm made = *(const struct comm *)listenComm;
    void *listening = made.real;

    made.real = *recvComm = NULL;
    int result = lazynccl_net_plugin.accept(real, listening, &made.real, recvDevComm);
    return result == LAZYNCCL_NET_SUCCESS && made.real
               ? wrap(real, made, recvComm, lazynccl_net_plugin.closeRecv)
               : result;
}

static int regMr(const struct lazynccl_net_real *real, void *comm, void *data, size_t size,
                 int type, void **mhandle)
{
    return lazynccl_net_plugin.regMr(real, real_of(comm), data, size, type, mhandle);
}

static int regMrDmaBuf(const struct lazynccl_net_real *real, void *comm, void *data, size_t size,
                       int type, uint64_t offset, int fd, void **mhandle)
{
    return CALL(regMrDmaBuf, real, real_of(comm), data, size, type, offset, fd, mhandle);
}

static int deregMr(const struct lazynccl_net_real *real, void *comm, void *mhandle)
{
    return lazynccl_net_plugin.deregMr(real, real_of(comm), mhandle);
}

static int isend(const struct lazynccl_net_real *real, void *sendComm, void *data, size_t size,
                 int tag, void *mhandle, void *phandle, void **request)
{
    return lazynccl_net_plugin.isend(real, real_of(sendComm), data, size, tag, mhandle, phandle,
                                     request);
}

static int irecv(const struct lazynccl_net_real *real, void *recvComm, int n, void **data,
                 size_t *size, int *tag, void **mhandle, void **phandle, void **request)
{
    const struct comm *comm = recvComm;

    if (n < 1 || n > comm->max_recvs) {
        lazynccl_net_refuse(real, "irecv: n %d is not within 1 to %d, the device's maxRecvs", n,
                            comm->max_recvs);
        return LAZYNCCL_NET_INVALID_USAGE;
    }
    return lazynccl_net_plugin.irecv(real, comm->real, n, data, size, tag, mhandle, phandle,
                                     request);
}

static int iflush(const struct lazynccl_net_real *real, void *recvComm, int n, void **data,
                  int *size, void **mhandle, void **request)
{
    return CALL(iflush, real, real_of(recvComm), n, data, size, mhandle, request);
}

static int test(const struct lazynccl_net_real *real, void *request, int *done, int *sizes)
{
    return lazynccl_net_plugin.test(real, request, done, sizes);
}

/* Defines the operation that closes a comm of a kind. */
#define CLOSE(operation)                                                                           \
    static int operation(const struct lazynccl_net_real *real, void *of)                           \
    {                                                                                              \
        struct comm *comm = of;                                                                    \
        int result = LAZYNCCL_NET_SUCCESS;                                                         \
                                                                                                   \
        if (comm)                                                                                  \
            result = lazynccl_net_plugin.operation(real, comm->real);                              \
        free(comm);                                                                                \
        return result;                                                                             \
    }
CLOSE(closeSend)
CLOSE(closeRecv)
CLOSE(closeListen)

static int getDeviceMr(const struct lazynccl_net_real *real, void *comm, void *mhandle,
                       void **dptr_mhandle)
{
    return CALL(getDeviceMr, real, real_of(comm), mhandle, dptr_mhandle);
}

static int irecvConsumed(const struct lazynccl_net_real *real, void *recvComm, int n, void *request)
{
    return CALL(irecvConsumed, real, real_of(recvComm), n, request);
}

static int makeVDevice(const struct lazynccl_net_real *real, int *d, lazynccl_net_vdevice *props)
{
    return CALL(makeVDevice, real, d, props);
}

static int setNetAttr(const struct lazynccl_net_real *real, void *ctx,
                      struct lazynccl_net_attr *netAttr)
{
    const struct lazynccl_net_context *context = ctx;

    if (!lazynccl_net_plugin.setNetAttr || !context || context->failed)
        return lazynccl_net_absent("setNetAttr");
    return lazynccl_net_plugin.setNetAttr(real, context->real, netAttr);
}

const struct lazynccl_net_operations lazynccl_net_core = {
    .init = lazynccl_net_init,
    .devices = devices,
    .getProperties = lazynccl_net_describe,
    .listen = listen,
    .connect = connect,
    .accept = accept,
    .regMr = regMr,
    .regMrDmaBuf = regMrDmaBuf,
    .deregMr = deregMr,
    .isend = isend,
    .irecv = irecv,
    .iflush = iflush,
    .test = test,
    .closeSend = closeSend,
    .closeRecv = closeRecv,
    .closeListen = closeListen,
    .getDeviceMr = getDeviceMr,
    .irecvConsumed = irecvConsumed,
    .makeVDevice = makeVDevice,
    .finalize = lazynccl_net_finalize,
    .setNetAttr = setNetAttr,
};
