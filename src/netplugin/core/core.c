/* The operations between NCCL and the plugin: comms are wrapped, all else is passed on.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD
 *
 * isend, irecv and test are called without end while data move: there they cost a call through a
 * pointer, no lock and no memory. Requests and registrations are the plugin's own. */
#include "netplugin/core/core.h"
#include "netplugin/core/convert.h"
#include <stdlib.h>

/* A listen, send or receive comm, which NCCL holds for us. */
struct comm {
    void *real; /* the plugin's */
    int dev;
    int most_recvs; /* what getProperties said of the device */
};

static struct comm *wrap(void *real, int dev, int most_recvs)
{
    struct comm *comm = malloc(sizeof *comm);

    if (comm)
        *comm = (struct comm){real, dev, most_recvs};
    else
        lazynccl_net_warn("out of memory");
    return comm;
}

static void *real_of(void *comm)
{
    return ((struct comm *)comm)->real;
}

static int devices(const struct lazynccl_net_real *real, int *ndev)
{
    int result;

    *ndev = 1;
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
    lazynccl_net_properties props;
    void *made = NULL;
    int result;

    *listenComm = NULL;
    if (!context || context->failed || lazynccl_net_failure())
        return lazynccl_net_absent("listen");
    result = lazynccl_net_describe(real, dev, &props);
    if (result == LAZYNCCL_NET_SUCCESS)
        result = lazynccl_net_plugin.listen(real, context->real, dev, handle, &made);
    if (result != LAZYNCCL_NET_SUCCESS)
        return result;
    *listenComm = wrap(made, dev, props.maxRecvs);
    if (*listenComm)
        return LAZYNCCL_NET_SUCCESS;
    lazynccl_net_plugin.closeListen(real, made);
    return LAZYNCCL_NET_SYSTEM_ERROR;
}

static int connect(const struct lazynccl_net_real *real, void *ctx, int dev,
                   struct lazynccl_net_config *config, void *handle, void **sendComm,
                   struct lazynccl_net_device_handle **sendDevComm)
{
    struct lazynccl_net_context *context = lazynccl_net_context_of(real, ctx, config);
    void *made = NULL;
    int result;

    *sendComm = NULL;
    if (!context || context->failed || lazynccl_net_failure())
        return lazynccl_net_absent("connect");
    result = lazynccl_net_plugin.connect(
        real, context->real, dev, config ? config : &context->config, handle, &made, sendDevComm);
    if (result != LAZYNCCL_NET_SUCCESS || !made) /* not yet: NCCL will ask again */
        return result;
    *sendComm = wrap(made, dev, 0);
    if (*sendComm)
        return LAZYNCCL_NET_SUCCESS;
    lazynccl_net_plugin.closeSend(real, made);
    return LAZYNCCL_NET_SYSTEM_ERROR;
}

static int accept(const struct lazynccl_net_real *real, void *listenComm, void **recvComm,
                  struct lazynccl_net_device_handle **recvDevComm)
{
    const struct comm *listening = listenComm;
    void *made = NULL;
    int result = lazynccl_net_plugin.accept(real, listening->real, &made, recvDevComm);

    *recvComm = NULL;
    if (result != LAZYNCCL_NET_SUCCESS || !made)
        return result;
    *recvComm = wrap(made, listening->dev, listening->most_recvs);
    if (*recvComm)
        return LAZYNCCL_NET_SUCCESS;
    lazynccl_net_plugin.closeRecv(real, made);
    return LAZYNCCL_NET_SYSTEM_ERROR;
}

static int regMr(const struct lazynccl_net_real *real, void *comm, void *data, size_t size,
                 int type, void **mhandle)
{
    return lazynccl_net_plugin.regMr(real, real_of(comm), data, size, type, mhandle);
}

static int regMrDmaBuf(const struct lazynccl_net_real *real, void *comm, void *data, size_t size,
                       int type, uint64_t offset, int fd, void **mhandle)
{
    if (!lazynccl_net_plugin.regMrDmaBuf)
        return lazynccl_net_absent("regMrDmaBuf");
    return lazynccl_net_plugin.regMrDmaBuf(real, real_of(comm), data, size, type, offset, fd,
                                           mhandle);
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

    if (n < 1 || n > comm->most_recvs) {
        lazynccl_net_refuse(real, "irecv: n %d is not within 1 to %d, the maxRecvs of the device",
                            n, comm->most_recvs);
        return LAZYNCCL_NET_INVALID_USAGE;
    }
    return lazynccl_net_plugin.irecv(real, comm->real, n, data, size, tag, mhandle, phandle,
                                     request);
}

static int iflush(const struct lazynccl_net_real *real, void *recvComm, int n, void **data,
                  int *size, void **mhandle, void **request)
{
    if (!lazynccl_net_plugin.iflush)
        return lazynccl_net_absent("iflush");
    return lazynccl_net_plugin.iflush(real, real_of(recvComm), n, data, size, mhandle, request);
}

static int test(const struct lazynccl_net_real *real, void *request, int *done, int *sizes)
{
    return lazynccl_net_plugin.test(real, request, done, sizes);
}

/* Ends a comm by the plugin's operation for its kind. */
static int closing(const struct lazynccl_net_real *real, void *comm,
                   int (*how)(const struct lazynccl_net_real *, void *))
{
    int result = comm ? how(real, real_of(comm)) : LAZYNCCL_NET_SUCCESS;

    free(comm);
    return result;
}

static int closeSend(const struct lazynccl_net_real *real, void *sendComm)
{
    return closing(real, sendComm, lazynccl_net_plugin.closeSend);
}

static int closeRecv(const struct lazynccl_net_real *real, void *recvComm)
{
    return closing(real, recvComm, lazynccl_net_plugin.closeRecv);
}

static int closeListen(const struct lazynccl_net_real *real, void *listenComm)
{
    return closing(real, listenComm, lazynccl_net_plugin.closeListen);
}

static int getDeviceMr(const struct lazynccl_net_real *real, void *comm, void *mhandle,
                       void **dptr_mhandle)
{
    if (!lazynccl_net_plugin.getDeviceMr)
        return lazynccl_net_absent("getDeviceMr");
    return lazynccl_net_plugin.getDeviceMr(real, real_of(comm), mhandle, dptr_mhandle);
}

static int irecvConsumed(const struct lazynccl_net_real *real, void *recvComm, int n, void *request)
{
    if (!lazynccl_net_plugin.irecvConsumed)
        return lazynccl_net_absent("irecvConsumed");
    return lazynccl_net_plugin.irecvConsumed(real, real_of(recvComm), n, request);
}

static int makeVDevice(const struct lazynccl_net_real *real, int *d, lazynccl_net_vdevice *props)
{
    if (!lazynccl_net_plugin.makeVDevice)
        return lazynccl_net_absent("makeVDevice");
    return lazynccl_net_plugin.makeVDevice(real, d, props);
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
