/* The tables that NCCL looks up, in every version. Each operation calls the core.
 * Generated from nccl_net.toml: edit that file and regenerate.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "netplugin/core/convert.h"
#include "netplugin/core/net.h"
#include <pthread.h>
#include <stdlib.h>

extern LAZYNCCL_NET_PUBLIC struct lazynccl_net_v4 ncclNetPlugin_v4;
extern LAZYNCCL_NET_PUBLIC struct lazynccl_net_v5 ncclNetPlugin_v5;

static void show_optional(void);

/* Called with the result of init, which starts the plugin. NCCL takes the presence of an
 * optional operation as support for it, so the tables get those that the plugin has. */
static int started(int result)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    if (result == LAZYNCCL_NET_SUCCESS)
        pthread_once(&once, show_optional);
    return result;
}

static int init_v4(lazynccl_net_log log)
{
    const struct lazynccl_net_real *real = &lazynccl_net_sides[4];
    void *ctx = NULL;

    return started(lazynccl_net_core.init(real, &ctx, log, NULL));
}

static int getProperties_v4(int dev, struct lazynccl_net_properties_v4 *props)
{
    const struct lazynccl_net_real *real = &lazynccl_net_sides[4];
    struct lazynccl_net_properties_v5 their_props = {0};
    int result;

    result = lazynccl_net_core.getProperties(real, dev, &their_props);
    if (result != LAZYNCCL_NET_SUCCESS)
        return result;
    props->name = their_props.name;
    return result;
}

static int connect_v4(int dev, struct lazynccl_net_config *config, void *handle, void **sendComm)
{
    const struct lazynccl_net_real *real = &lazynccl_net_sides[4];
    unsigned char their_handle[LAZYNCCL_NET_HANDLE_SIZE];
    int result;

    lazynccl_net_lend_handle(their_handle, handle, 64);
    result = lazynccl_net_core.connect(real, NULL, dev, config, their_handle, sendComm);
    if (result != LAZYNCCL_NET_SUCCESS)
        return result;
    if (lazynccl_net_return_handle(real, "connect", their_handle, handle, 64) < 0) {
        lazynccl_net_core.closeSend(real, *sendComm);
        *sendComm = NULL;
        return LAZYNCCL_NET_INVALID_USAGE;
    }
    return result;
}

static int isend_v4(void *sendComm, void *data, int size, void **request)
{
    const struct lazynccl_net_real *real = &lazynccl_net_sides[4];
    size_t their_size;

    if (lazynccl_net_int_to_size(real, "isend", "size", size, &their_size) < 0)
        return LAZYNCCL_NET_INVALID_USAGE;
    lazynccl_net_keep_markers(request, 1);
    return lazynccl_net_core.isend(real, sendComm, data, their_size, 0, request);
}

static int irecv_v4(void *recvComm, void *data, int size, void **request)
{
    const struct lazynccl_net_real *real = &lazynccl_net_sides[4];
    size_t their_size;
    int tag = 0;

    if (lazynccl_net_int_to_size(real, "irecv", "size", size, &their_size) < 0)
        return LAZYNCCL_NET_INVALID_USAGE;
    lazynccl_net_keep_markers(request, 1);
    return lazynccl_net_core.irecv(real, recvComm, 1, &data, &their_size, &tag, request);
}

static int closeSend_v4(void *sendComm)
{
    const struct lazynccl_net_real *real = &lazynccl_net_sides[4];

    return lazynccl_net_core.closeSend(real, sendComm);
}

static int init_v5(void **ctx, lazynccl_net_log log, lazynccl_net_profiler profiler)
{
    const struct lazynccl_net_real *real = &lazynccl_net_sides[5];

    return started(lazynccl_net_core.init(real, ctx, log, profiler));
}

static int getProperties_v5(int dev, struct lazynccl_net_properties_v5 *props)
{
    const struct lazynccl_net_real *real = &lazynccl_net_sides[5];

    return lazynccl_net_core.getProperties(real, dev, props);
}

static int connect_v5(void *ctx, int dev, void *handle, void **sendComm)
{
    const struct lazynccl_net_real *real = &lazynccl_net_sides[5];

    return lazynccl_net_core.connect(real, ctx, dev, NULL, handle, sendComm);
}

static int isend_v5(void *sendComm, void *data, size_t size, int tag, void **request)
{
    const struct lazynccl_net_real *real = &lazynccl_net_sides[5];

    return lazynccl_net_core.isend(real, sendComm, data, size, tag, request);
}

static int irecv_v5(void *recvComm, int n, void **data, size_t *size, int *tag, void **request)
{
    const struct lazynccl_net_real *real = &lazynccl_net_sides[5];

    return lazynccl_net_core.irecv(real, recvComm, n, data, size, tag, request);
}

static int closeSend_v5(void *sendComm)
{
    const struct lazynccl_net_real *real = &lazynccl_net_sides[5];

    return lazynccl_net_core.closeSend(real, sendComm);
}

static int makeVDevice_v5(int *d, struct lazynccl_net_vdevice_v5 *props)
{
    const struct lazynccl_net_real *real = &lazynccl_net_sides[5];

    return lazynccl_net_core.makeVDevice(real, d, props);
}

static int finalize_v5(void *ctx)
{
    const struct lazynccl_net_real *real = &lazynccl_net_sides[5];

    return lazynccl_net_core.finalize(real, ctx);
}

struct lazynccl_net_v4 ncclNetPlugin_v4 = {
    .name = lazynccl_net_name,
    .init = init_v4,
    .getProperties = getProperties_v4,
    .connect = connect_v4,
    .isend = isend_v4,
    .irecv = irecv_v4,
    .closeSend = closeSend_v4,
};

struct lazynccl_net_v5 ncclNetPlugin_v5 = {
    .name = lazynccl_net_name,
    .init = init_v5,
    .getProperties = getProperties_v5,
    .connect = connect_v5,
    .isend = isend_v5,
    .irecv = irecv_v5,
    .closeSend = closeSend_v5,
    .makeVDevice = makeVDevice_v5,
    .finalize = finalize_v5,
};

static void show_optional(void)
{
    const struct lazynccl_net_operations *has = &lazynccl_net_plugin;

    if (!has->init) /* Without a plugin all operations stay, so that NCCL gets their errors. */
        return;
    ncclNetPlugin_v5.makeVDevice = has->makeVDevice ? makeVDevice_v5 : NULL;
}
