/* The table of plugin.c, and all operations except connections and messages. */
static int reg(REG_PARAMETERS)
{
    *mhandle = data;
    return 0;
}

static int dereg(void *comm, void *mhandle)
{
    return mhandle ? 0 : 3;
}

static int iflush(IFLUSH_PARAMETERS)
{
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

#ifdef TABLE_IN_INIT /* as in Mellanox/nccl-rdma-sharp-plugins, init completes the table */
static const struct net_table whole;

static int complete(INIT_PARAMETERS)
{
    TABLE = whole;
    return init(SINCE_11(ctx, commId, config,) log SINCE_10(, profiler));
}

struct net_table TABLE = {.name = "Test", .init = complete};
#undef TABLE
#define TABLE whole
static const
#endif
    struct net_table TABLE = {
        .name = "Test",
        .init = init,
        .devices = devices,
        .getProperties = get_properties,
        .listen = listen_to,
        .connect = connect_to,
        .accept = accept_from,
        .regMr = reg,
        .deregMr = dereg,
        .isend = isend,
        .irecv = irecv,
        .iflush = iflush,
        .test = test,
#ifndef FAULT_TABLE
        .closeSend = close_comm,
#endif
        .closeRecv = close_comm,
        .closeListen = close_comm,
        SINCE_11(.finalize = finalize,)
};
