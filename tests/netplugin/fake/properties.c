/* Compares the properties of both devices that an NCCL version gets from a plugin version. Each
 * member has the plugin's value or, if the plugin lacks it, the value in the net description.
 *
 * usage: properties LAZY PLUGIN'S-VERSION */
#include "expect.h"

/* A parameter or member that was added in version `since`. */
#define EXPECT_MEMBER(member, since, value, absent)                                                \
    EXPECT(props.member == (real >= (since) ? (value) : (absent)))

static void describes(int dev)
{
    struct net_properties props;

    memset(&props, 0xa5, sizeof props);
    EXPECT(net->getProperties(dev, &props) == SUCCESS);
    EXPECT(strcmp(props.name, dev ? "fake1" : "fake0") == 0);
    EXPECT(strcmp(props.pciPath, dev ? "/sys/1" : "/sys/0") == 0);
    EXPECT(props.guid == 0x1122334455667788u + (unsigned)dev);
    EXPECT(props.ptrSupport == (PTR_HOST | PTR_CUDA | (both(6) ? PTR_DMABUF : 0)));
    EXPECT(props.speed == 100000 + dev && props.port == 3 + dev && props.maxComms == 1000 + dev);
    SINCE_5(EXPECT_MEMBER(latency, 5, 1.5f, 0.0f);)
    SINCE_5(EXPECT_MEMBER(maxRecvs, 5, 8, 1);)
    SINCE_7(EXPECT_MEMBER(netDeviceType, 7, 0, 0);)
    SINCE_7(EXPECT_MEMBER(netDeviceVersion, 7, 7, 0);)
    SINCE_8(EXPECT_MEMBER(regIsGlobal, 8, 1, 0);)
    SINCE_9(EXPECT_MEMBER(forceFlush, 9, 1, 0);)
    SINCE_9(EXPECT_MEMBER(vProps.ndevs, 9, 2, 1);)
    SINCE_9(EXPECT(props.vProps.devs[0] == dev);)
    SINCE_9(EXPECT(real < 9 || props.vProps.devs[1] == dev + 1);)
    SINCE_9(EXPECT_MEMBER(maxP2pBytes, 9, (size_t)1 << 33, (size_t)1 << 30);)
    SINCE_9(EXPECT_MEMBER(maxCollBytes, 9, (size_t)1 << 32, (size_t)1 << 29);)
    SINCE_11(EXPECT_MEMBER(maxMultiRequestSize, 11, 4, 1);)
    SINCE_12(EXPECT_MEMBER(railId, 12, 5 + dev, -1);)
    SINCE_12(EXPECT_MEMBER(planeId, 12, 7 + dev, -1);)
}

int main(int argc, char **argv)
{
    void *ctx = NULL;
    int count = -1;

    if (argc != 3 || caller_open(argv[1]) != 0)
        return 2;
    real = atoi(argv[2]);
    EXPECT(call_init(&ctx, 0, -1) == SUCCESS);
    EXPECT(net->devices(&count) == SUCCESS && count == 2);
    describes(0);
    describes(1);
    EXPECT(call_finalize(ctx) == SUCCESS);
    return failed;
}
