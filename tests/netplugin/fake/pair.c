/* Tests every operation of one NCCL version on one plugin version.
 *
 * usage: pair LAZY PLUGIN PLUGIN'S-VERSION */
#include "pair-messages.h"

#define CLASS 7 /* the communicator's traffic class */
#define COMM_ID 0xfedcba9876543210u

static const char *plugin_file;
static void *ctx, *listened;

static void test_init(void)
{
    int count = -1;

    EXPECT(!fake_of(plugin_file));
    EXPECT(net->name && *net->name);
    EXPECT(call_init(&ctx, COMM_ID, CLASS) == SUCCESS);
    record = fake_of(plugin_file);
    if (!record) {
        EXPECT(record);
        exit(1);
    }
    EXPECT(record->version == real && record->count.init == 1 && record->init.log);
    if (both(11))
        EXPECT(record->init.commId == COMM_ID && record->init.trafficClass == CLASS);
    if (both(10))
        EXPECT(record->init.profiler == no_profiler);
    EXPECT(net->devices(&count) == SUCCESS && count == 2);
    SINCE_6(EXPECT(!net->regMrDmaBuf == (real < 6));)
    SINCE_7(EXPECT(!net->getDeviceMr == (real < 7) && !net->irecvConsumed == (real < 7));)
    SINCE_9(EXPECT(!net->makeVDevice == (real < 9));)
    SINCE_11(EXPECT(net->finalize && !net->setNetAttr == (real < 11));)
}

static void test_connect(void)
{
    /* The third call connects: the fake plugin counts the attempts in the handle. */
    EXPECT(call_until_connected(ctx, 0, 1, CLASS, &listened, &sender, &receiver) == 3);
    EXPECT(record->listen.dev == 1 && record->connect.dev == 0);
    EXPECT(record->count.listen == 1 && record->count.accept >= 3);
    if (real >= 11) {
        EXPECT(record->listen.ctx && record->connect.ctx);
        EXPECT(record->traffic_class(record->connect.ctx) == (VERSION >= 10 ? CLASS : -1));
    } else if (real == 10) {
        EXPECT(record->connect.trafficClass == (VERSION >= 10 ? CLASS : -1));
    }
}

#define HUGE ((size_t)3000000000u)

/* The plugin gets the call if its number fits; otherwise the call is refused with a complete
 * warning. */
#define EXPECT_CALL(operation, number, call, fits)                                                 \
    do {                                                                                           \
        int before = record->count.operation, result = call;                                       \
                                                                                                   \
        EXPECT(record->count.operation - before == (fits));                                        \
        expect_call(#operation, number, result, fits);                                             \
    } while (0)

static void expect_call(const char *operation, const char *number, int result, int fits)
{
    char caller[16], plugin[16];

    snprintf(caller, sizeof caller, "v%d", VERSION);
    snprintf(plugin, sizeof plugin, "v%d", real);
    EXPECT(result == (fits ? SUCCESS : INVALID_USAGE));
    EXPECT(warned(operation, number, caller, plugin, NULL) == !fits);
}

/* Numbers that the plugin's int cannot hold, and negative ones, are refused; its size_t gets
 * them. */
static void test_large_numbers(void)
{
    void *request = NULL, *more = NULL;

#if VERSION >= 8
    EXPECT_CALL(regMr, "3000000000", call_reg(sender, from[0], HUGE, PTR_HOST, &more), real >= 8);
    EXPECT(!more || record->reg.size == HUGE);
#else
    EXPECT_CALL(regMr, "-1", call_reg(sender, from[0], (size_t)-1, PTR_HOST, &more), 0);
#endif
    if (more)
        EXPECT(net->deregMr(sender, more) == SUCCESS);
    prepare(1);
#if VERSION >= 9
    EXPECT_CALL(isend, "3000000000", call_isend(sender, from[0], HUGE, 1, mine[0], NULL, &request),
                real >= 9);
    EXPECT(real < 9 || record->isend.size == HUGE);
    request = NULL;
    room[0] = HUGE;
    EXPECT_CALL(irecv, "3000000000",
                call_irecv(receiver, 1, data, room, tags, mhandles, phandles, &request), real >= 9);
    EXPECT(real < 9 || record->irecv.sizes[0] == HUGE);
#else
    EXPECT_CALL(isend, "-1", call_isend(sender, from[0], (size_t)-1, 1, mine[0], NULL, &request),
                0);
#endif
}

/* More messages than the properties allow, or none, never reach the plugin. */
static void test_group_limits(void)
{
#if VERSION >= 5
    int counts[] = {real < 5 ? 2 : 9, 65, 0, -1}, numbers[65] = {0};
    void *of[65] = {0}, *request = NULL;
    size_t sizes[65] = {0};
    char text[16];

    for (int i = 0; i < 4; i++) {
        snprintf(text, sizeof text, "%d", counts[i]);
        EXPECT_CALL(irecv, text,
                    call_irecv(receiver, counts[i], of, sizes, numbers, of, of, &request), 0);
    }
#endif
}

static void test_virtual_device(void)
{
#if VERSION >= 9
    struct net_vdevice two = {2, {1, 0}};
    struct net_properties props;
    int dev = -1;

    if (!net->makeVDevice)
        return;
    EXPECT(net->makeVDevice(&dev, &two) == SUCCESS && dev == 2);
    EXPECT(record->vdevice.ndevs == 2 && record->vdevice.devs[0] == 1 &&
           record->vdevice.devs[1] == 0);
    EXPECT(net->getProperties(2, &props) == SUCCESS && props.vProps.ndevs == 2);
#endif
#if VERSION >= 12
    struct net_vdevice six = {6, {0, 1, 0, 1, 0, 1}};

    EXPECT_CALL(makeVDevice, "6", net->makeVDevice(&dev, &six), real >= 12);
#endif
}

static void test_attributes(void)
{
#if VERSION >= 11
    struct net_attr attr = {{1, 2, 3, 4}, {5, 6, 7, 8}, 9, 10, 11};

    if (!net->setNetAttr)
        return;
    EXPECT(net->setNetAttr(ctx, &attr) == SUCCESS);
    EXPECT(memcmp(&record->attr.attr, &attr, sizeof attr) == 0);
    EXPECT(record->attr.ctx == record->connect.ctx);
#endif
}

/* Closes the comms with requests in flight. */
static void test_end(void)
{
    EXPECT(net->closeSend(sender) == SUCCESS);
    EXPECT(net->closeRecv(receiver) == SUCCESS);
    EXPECT(net->closeListen(listened) == SUCCESS);
    EXPECT(record->count.closeSend == 1 && record->count.closeRecv == 1);
    EXPECT(record->count.closeListen == 1 && record->comms == 0 && record->requests == 0);
    EXPECT(call_finalize(ctx) == SUCCESS);
    EXPECT(record->count.finalize == both(11));
    if (both(11))
        EXPECT(record->finalized == record->connect.ctx && record->contexts == 0);
    /* v10 gives its class to connect, so the plugin starts once more for this class */
    EXPECT(record->count.init == (VERSION == 10 && real >= 11 ? 2 : 1) && record->wrong == 0);
    if (record->wrong)
        printf("the plugin saw: %s\n", record->first_wrong);
    if (said[0])
        printf("v%d on v%d: unexpected log: %s", VERSION, real, said);
}

int main(int argc, char **argv)
{
    if (argc != 4 || caller_open(argv[1]) != 0)
        return 2;
    plugin_file = argv[2];
    real = atoi(argv[3]);
    test_init();
    test_connect();
    test_messages(1);
    if (both(5)) {
        test_messages(2);
        test_messages(MESSAGES);
    }
    said[0] = '\0';
    test_large_numbers();
    test_group_limits();
    test_virtual_device();
    test_attributes();
    test_end();
    return failed || said[0];
}
