/* The table of plugin.c, and all operations except connections and messages.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#if VERSION >= 8
static int reg(void *comm, void *data, size_t size, int type, void **handle)
#else
static int reg(void *comm, void *data, int size, int type, void **handle)
#endif
{
    (void)comm, (void)size, (void)type;
    *handle = data;
    return 0;
}

static int dereg(void *comm, void *handle)
{
    (void)comm;
    return handle ? 0 : 3;
}

static int iflush(void *comm, int n, void **data, int *sizes, void **handles, void **request)
{
    (void)comm, (void)n, (void)data, (void)sizes, (void)handles;
    *request = NULL;
    return 0;
}

#if VERSION >= 11
static int finalize(void *ctx)
{
    IN_FINALIZE;
    free(ctx);
    return 0;
}
#endif

#if VERSION == 4 /* one message at a time, without a tag */
static int isend_one(void *comm, void *data, int size, void *handle, void **request)
{
    return isend(comm, data, size, 0, handle, request);
}

static int irecv_one(void *comm, void *data, int size, void *handle, void **request)
{
    return irecv(comm, 1, &data, &size, &(int){0}, &handle, request);
}

static int iflush_one(void *comm, void *data, int size, void *handle, void **request)
{
    return iflush(comm, 1, &data, &size, &handle, request);
}
#define ONE(operation) operation##_one
#else
#define ONE(operation) operation
#endif

#ifdef TABLE_IN_INIT /* as in Mellanox/nccl-rdma-sharp-plugins, init completes the table */
static const struct JOIN(lazynccl_net_v, VERSION) whole;

static int complete(void **ctx, uint64_t id, struct lazynccl_net_config *config,
                    lazynccl_net_log log, lazynccl_net_profiler profiler)
{
    TABLE = whole;
    return TABLE.init(ctx, id, config, log, profiler);
}

struct JOIN(lazynccl_net_v, VERSION) TABLE = {.name = "Test", .init = complete};
#undef TABLE
#define TABLE whole
static const
#endif
    struct JOIN(lazynccl_net_v, VERSION) TABLE = {
        .name = "Test",
#ifndef FAULT_INIT
        .init = init,
#endif
        .devices = devices,
        .getProperties = get_properties,
        .listen = listen_to,
        .connect = connect_to,
        .accept = accept_from,
        .regMr = reg,
        .deregMr = dereg,
        .isend = ONE(isend),
        .irecv = ONE(irecv),
        .iflush = ONE(iflush),
        .test = test,
#ifndef FAULT_TABLE
        .closeSend = close_comm,
#endif
        .closeRecv = close_receiver,
        .closeListen = close_comm,
#if VERSION >= 11
        .finalize = finalize,
#endif
};
