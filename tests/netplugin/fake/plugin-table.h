/* The fake plugin's table in one VERSION, without what this version lacks.
 *
 * -DEXPORTED=99 exports it under another number; -DWITHOUT_OPTIONAL omits what NCCL allows. */
#ifndef EXPORTED
#define EXPORTED VERSION
#endif
#ifndef NAME
#define NAME "Fake"
#endif
#define TABLE JOIN(ncclNetPlugin_v, EXPORTED)

extern struct net_table TABLE;

static void rename_table(const char *name)
{
    static char renamed[64];

    memset(renamed, 0, sizeof renamed);
    memcpy(renamed, name, strcspn(name, " "));
    TABLE.name = renamed;
}

/* Operations that NCCL allows to be NULL. */
#ifdef WITHOUT_OPTIONAL
#define OPTIONAL(operation) (0 ? operation : NULL)
#else
#define OPTIONAL(operation) operation
#endif

__attribute__((visibility("default"))) struct net_table TABLE = {
    .name = NAME,
    .init = fake_init,
    .devices = fake_devices,
    .getProperties = fake_properties,
    .listen = fake_listen,
    .connect = fake_connect,
    .accept = fake_accept,
    .regMr = fake_reg,
    .deregMr = fake_dereg,
    .isend = fake_isend,
    .irecv = fake_irecv,
    .iflush = BEFORE_5(fake_iflush) SINCE_5(OPTIONAL(fake_iflush)),
    .test = fake_test,
    .closeSend = fake_close_send,
    .closeRecv = fake_close_recv,
    .closeListen = fake_close_listen,
    SINCE_6(.regMrDmaBuf = OPTIONAL(fake_reg_dmabuf),)
    SINCE_7(.getDeviceMr = OPTIONAL(fake_device_mr),)
    SINCE_7(.irecvConsumed = OPTIONAL(fake_consumed),)
    SINCE_9(.makeVDevice = OPTIONAL(fake_vdevice),)
    SINCE_11(.finalize = fake_finalize,)
    SINCE_11(.setNetAttr = OPTIONAL(fake_set_attr),)
};
