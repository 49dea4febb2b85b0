/* The second interface, CollNet: collective operations in the network, if the plugin has them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD
 *
 * NCCL treats the presence of this table as support, but a failed init disables only CollNet.
 * Comms, registrations and requests are passed through without wrapping. */
#include "netplugin/core/core.h"
#include <stdlib.h>

static struct lazynccl_net_source source;
static struct lazynccl_collnet_operations *const plugin = &lazynccl_collnet_plugin;
static struct lazynccl_net_context *contexts;

/* For plugins without finalize: lazynccl_net_undone + 1 at the last successful init, or 0. */
static int started;

static int absent(const char *operation)
{
    lazynccl_net_warn("CollNet: the plugin has no %s", operation);
    return LAZYNCCL_NET_INTERNAL_ERROR;
}

/* Calls an operation that may be absent: optional, or called without a successful init. */
#define CALL(operation, ...)                                                                       \
    (plugin->operation ? plugin->operation(__VA_ARGS__) : absent(#operation))

/* Calls the plugin's init unless an earlier init is still in effect. */
static int start(const struct lazynccl_net_real *real, uint64_t commId, lazynccl_net_log log,
                 void **ctx)
{
    struct lazynccl_collnet_operations found;
    int result, current = __atomic_load_n(&lazynccl_net_undone, __ATOMIC_ACQUIRE) + 1;

    if (started == current && source.version < LAZYNCCL_NET_finalize_SINCE)
        return LAZYNCCL_NET_SUCCESS;
    if (!source.table && lazynccl_net_finder.open_collnet(&source) < 0) {
        lazynccl_net_inform("the network plugin has no CollNet");
        return LAZYNCCL_NET_SYSTEM_ERROR;
    }
    if (lazynccl_collnet_operations_of(source.version, source.table, &found) < 0 || !found.init)
        return absent("init");
    lazynccl_net_set_sides(lazynccl_collnet_sides, &source);
    result = found.init(real, ctx, commId, log);
    if (result != LAZYNCCL_NET_SUCCESS) {
        lazynccl_net_inform("CollNet v%d of the network plugin: its init failed (%d)",
                            source.version, result);
        return result;
    }
    lazynccl_collnet_operations_of(source.version, source.table, &found); /* complete only now */
    if (lazynccl_collnet_missing(&found, 0)) { /* plugins without devices may omit operations */
        lazynccl_net_inform("CollNet v%d of the network plugin: operations are missing",
                            source.version);
        if (found.finalize)
            found.finalize(real, *ctx);
        return LAZYNCCL_NET_SYSTEM_ERROR;
    }
    started = current;
    if (!plugin->init)
        *plugin = found;
    return LAZYNCCL_NET_SUCCESS;
}

static int init(const struct lazynccl_net_real *real, void **ctx, uint64_t commId,
                lazynccl_net_log log)
{
    int shared = real->caller < LAZYNCCL_NET_finalize_SINCE, result = LAZYNCCL_NET_SUCCESS;

    lazynccl_net_set_log(log);
    lazynccl_net_lock();
    *ctx = shared ? lazynccl_net_shared_context(contexts, 0) : NULL;
    if (!*ctx) {
        struct lazynccl_net_context *made = calloc(1, sizeof *made);

        result = made ? start(real, commId, log, &made->real) : LAZYNCCL_NET_SYSTEM_ERROR;
        if (result == LAZYNCCL_NET_SUCCESS) {
            made->next = contexts;
            made->shared = shared;
            *ctx = contexts = made;
        } else {
            free(made);
        }
    }
    lazynccl_net_unlock();
    return result;
}

static int finalize(const struct lazynccl_net_real *real, void *ctx)
{
    struct lazynccl_net_context *context;
    int result = LAZYNCCL_NET_SUCCESS;

    lazynccl_net_lock();
    context = lazynccl_net_take_context(&contexts, ctx);
    if (context && plugin->finalize)
        result = plugin->finalize(real, context->real);
    lazynccl_net_unlock();
    free(context);
    return result;
}

static int getProperties(const struct lazynccl_net_real *real, int dev,
                         lazynccl_net_properties *props)
{
    int result;

    *props = LAZYNCCL_NET_UNSET(dev);
    if (!plugin->getProperties)
        return absent("getProperties");
    result = plugin->getProperties(real, dev, props);
    if (result == LAZYNCCL_NET_SUCCESS)
        lazynccl_net_complete(real, dev, plugin->regMrDmaBuf != NULL, props);
    return result;
}

static void *real_context(void *ctx)
{
    struct lazynccl_net_context *context = ctx;

    lazynccl_net_lock();
    if (!ctx)
        context = lazynccl_net_shared_context(contexts, 0);
    lazynccl_net_unlock();
    return context ? context->real : NULL;
}

static int listen(const struct lazynccl_net_real *real, void *ctx, int dev, void *handle,
                  void **listenComm)
{
    return CALL(listen, real, real_context(ctx), dev, handle, listenComm);
}

#define LIST(...) __VA_ARGS__
/* Defines an operation that only passes its parameters on. */
#define PASS(operation, values, ...)                                                               \
    static int operation(const struct lazynccl_net_real *real, __VA_ARGS__)                        \
    {                                                                                              \
        return CALL(operation, real, LIST values);                                                 \
    }
PASS(devices, (ndev), int *ndev)
PASS(connect, (handles, nranks, rank, listenComm, collComm), void **handles, int nranks, int rank,
     void *listenComm, void **collComm)
PASS(reduceSupport, (dataType, redOp, supported), int dataType, int redOp, int *supported)
PASS(regMr, (collComm, data, size, type, mhandle), void *collComm, void *data, size_t size,
     int type, void **mhandle)
PASS(regMrDmaBuf, (collComm, data, size, type, offset, fd, mhandle), void *collComm, void *data,
     size_t size, int type, uint64_t offset, int fd, void **mhandle)
PASS(deregMr, (collComm, mhandle), void *collComm, void *mhandle)
PASS(iallreduce,
     (collComm, sendData, recvData, count, dataType, redOp, sendMhandle, recvMhandle, request),
     void *collComm, void *sendData, void *recvData, size_t count, int dataType, int redOp,
     void *sendMhandle, void *recvMhandle, void **request)
PASS(iallgather,
     (collComm, sendData, nRecvParts, recvParts, bytesPerRank, windowOffset, windowBytes,
      sendMhandle, request),
     void *collComm, void *sendData, int nRecvParts, lazynccl_net_part *recvParts,
     size_t bytesPerRank, size_t windowOffset, size_t windowBytes, void *sendMhandle,
     void **request)
PASS(ireducescatter,
     (collComm, nSendParts, sendParts, recvData, bytesPerRank, windowOffset, windowBytes, dataType,
      redOp, recvMhandle, request),
     void *collComm, int nSendParts, lazynccl_net_part *sendParts, void *recvData,
     size_t bytesPerRank, size_t windowOffset, size_t windowBytes, int dataType, int redOp,
     void *recvMhandle, void **request)
PASS(iflush, (collComm, data, size, mhandle, request), void *collComm, void *data, int size,
     void *mhandle, void **request)
PASS(test, (request, done, size), void *request, int *done, int *size)
PASS(closeColl, (collComm), void *collComm)
PASS(closeListen, (listenComm), void *listenComm)
PASS(makeVDevice, (d, props), int *d, lazynccl_net_vdevice *props)

const struct lazynccl_collnet_operations lazynccl_collnet_core = {
    .init = init,
    .devices = devices,
    .getProperties = getProperties,
    .listen = listen,
    .connect = connect,
    .reduceSupport = reduceSupport,
    .regMr = regMr,
    .regMrDmaBuf = regMrDmaBuf,
    .deregMr = deregMr,
    .iallreduce = iallreduce,
    .iallgather = iallgather,
    .ireducescatter = ireducescatter,
    .iflush = iflush,
    .test = test,
    .closeColl = closeColl,
    .closeListen = closeListen,
    .makeVDevice = makeVDevice,
    .finalize = finalize,
};
