/* Calls a plugin's table of any version through the canonical operations.
 * Generated from nccl_net.toml: edit that file and regenerate.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "netplugin/core/convert.h"
#include "netplugin/core/net.h"
#include "net_operations.h"

static int init_v4(const struct lazynccl_net_real *real, void **ctx, lazynccl_net_log log,
                   lazynccl_net_profiler profiler)
{
    const struct lazynccl_net_v4 *table = real->table;

    (void)ctx, (void)profiler;
    return table->init(log);
}

static int getProperties_v4(const struct lazynccl_net_real *real, int dev,
                            struct lazynccl_net_properties_v5 *props)
{
    const struct lazynccl_net_v4 *table = real->table;
    struct lazynccl_net_properties_v4 their_props = {0};
    int result;

    result = table->getProperties(dev, &their_props);
    if (result != LAZYNCCL_NET_SUCCESS)
        return result;
    props->name = their_props.name;
    props->latency = 0;
    props->vProps = (struct lazynccl_net_vdevice_v5){1, {dev}};
    return result;
}

static int connect_v4(const struct lazynccl_net_real *real, void *ctx, int dev,
                      struct lazynccl_net_config *config, void *handle, void **sendComm)
{
    const struct lazynccl_net_v4 *table = real->table;

    (void)ctx;
    return table->connect(dev, config, handle, sendComm);
}

static int isend_v4(const struct lazynccl_net_real *real, void *sendComm, void *data, size_t size,
                    int tag, void **request)
{
    const struct lazynccl_net_v4 *table = real->table;
    int their_size;

    (void)tag;
    if (lazynccl_net_size_to_int(real, "isend", "size", size, &their_size) < 0)
        return LAZYNCCL_NET_INVALID_USAGE;
    lazynccl_net_keep_markers(request, 1);
    return table->isend(sendComm, data, their_size, request);
}

static int irecv_v4(const struct lazynccl_net_real *real, void *recvComm, int n, void **data,
                    size_t *size, int *tag, void **request)
{
    const struct lazynccl_net_v4 *table = real->table;
    int their_size;

    (void)tag;
    if (lazynccl_net_one(real, "irecv", n) < 0)
        return LAZYNCCL_NET_INVALID_USAGE;
    if (lazynccl_net_size_to_int(real, "irecv", "size", size[0], &their_size) < 0)
        return LAZYNCCL_NET_INVALID_USAGE;
    lazynccl_net_keep_markers(request, 1);
    return table->irecv(recvComm, data[0], their_size, request);
}

static int closeSend_v4(const struct lazynccl_net_real *real, void *sendComm)
{
    const struct lazynccl_net_v4 *table = real->table;

    return table->closeSend(sendComm);
}

static int init_v5(const struct lazynccl_net_real *real, void **ctx, lazynccl_net_log log,
                   lazynccl_net_profiler profiler)
{
    const struct lazynccl_net_v5 *table = real->table;

    return table->init(ctx, log, profiler);
}

static int getProperties_v5(const struct lazynccl_net_real *real, int dev,
                            struct lazynccl_net_properties_v5 *props)
{
    const struct lazynccl_net_v5 *table = real->table;

    return table->getProperties(dev, props);
}

static int connect_v5(const struct lazynccl_net_real *real, void *ctx, int dev,
                      struct lazynccl_net_config *config, void *handle, void **sendComm)
{
    const struct lazynccl_net_v5 *table = real->table;

    (void)config;
    return table->connect(ctx, dev, handle, sendComm);
}

static int isend_v5(const struct lazynccl_net_real *real, void *sendComm, void *data, size_t size,
                    int tag, void **request)
{
    const struct lazynccl_net_v5 *table = real->table;

    return table->isend(sendComm, data, size, tag, request);
}

static int irecv_v5(const struct lazynccl_net_real *real, void *recvComm, int n, void **data,
                    size_t *size, int *tag, void **request)
{
    const struct lazynccl_net_v5 *table = real->table;

    return table->irecv(recvComm, n, data, size, tag, request);
}

static int closeSend_v5(const struct lazynccl_net_real *real, void *sendComm)
{
    const struct lazynccl_net_v5 *table = real->table;

    return table->closeSend(sendComm);
}

static int makeVDevice_v5(const struct lazynccl_net_real *real, int *d,
                          struct lazynccl_net_vdevice_v5 *props)
{
    const struct lazynccl_net_v5 *table = real->table;

    return table->makeVDevice(d, props);
}

static int finalize_v5(const struct lazynccl_net_real *real, void *ctx)
{
    const struct lazynccl_net_v5 *table = real->table;

    return table->finalize(ctx);
}

static void operations_v4(const struct lazynccl_net_v4 *table,
                                   struct lazynccl_net_operations *made)
{
    *made = (struct lazynccl_net_operations){
        .init = table->init ? init_v4 : NULL,
        .getProperties = table->getProperties ? getProperties_v4 : NULL,
        .connect = table->connect ? connect_v4 : NULL,
        .isend = table->isend ? isend_v4 : NULL,
        .irecv = table->irecv ? irecv_v4 : NULL,
        .closeSend = table->closeSend ? closeSend_v4 : NULL,
    };
}

static void operations_v5(const struct lazynccl_net_v5 *table,
                                   struct lazynccl_net_operations *made)
{
    *made = (struct lazynccl_net_operations){
        .init = table->init ? init_v5 : NULL,
        .getProperties = table->getProperties ? getProperties_v5 : NULL,
        .connect = table->connect ? connect_v5 : NULL,
        .isend = table->isend ? isend_v5 : NULL,
        .irecv = table->irecv ? irecv_v5 : NULL,
        .closeSend = table->closeSend ? closeSend_v5 : NULL,
        .makeVDevice = table->makeVDevice ? makeVDevice_v5 : NULL,
        .finalize = table->finalize ? finalize_v5 : NULL,
    };
}

const char *lazynccl_net_missing(const struct lazynccl_net_operations *has, int skip)
{
    if (!has->init && skip-- == 0)
        return "init";
    if (!has->getProperties && skip-- == 0)
        return "getProperties";
    if (!has->connect && skip-- == 0)
        return "connect";
    if (!has->isend && skip-- == 0)
        return "isend";
    if (!has->irecv && skip-- == 0)
        return "irecv";
    if (!has->closeSend && skip-- == 0)
        return "closeSend";
    return NULL;
}

int lazynccl_net_operations_of(int version, const void *table,
                                        struct lazynccl_net_operations *made)
{
    switch (version) {
    case 4:
        operations_v4(table, made);
        return 0;
    case 5:
        operations_v5(table, made);
        return 0;
    }
    return -1;
}
