/* Tests one CollNet version of NCCL on one plugin version.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * usage: collnet LAZY PLUGIN PLUGIN'S-VERSION; the version is 0 if the plugin has no CollNet */
#include "collnet.h"
#include "collnet-versions.h"
#include "expect.h"

static struct collnet *coll;
static struct collnet_record *record;
static void *ctx, *coll_ctx, *listened, *joined, *registered, *request;
static char memory[16], other[16];

static int init(void)
{
    (void)coll_ctx;
#if VERSION >= 11
    return coll->init(&coll_ctx, 99, take_log);
#else
    return coll->init(take_log);
#endif
}

static int finalize(void)
{
#if VERSION >= 11
    return coll->finalize(coll_ctx);
#else
    return SUCCESS;
#endif
}

static int listen_on(void *handle)
{
#if VERSION >= 11
    return coll->listen(coll_ctx, 0, handle, &listened);
#else
    return coll->listen(0, handle, &listened);
#endif
}

static void test_properties(void)
{
    struct OF_VERSION(net_properties) props;
    int count = 0;

    memset(&props, 0xa5, sizeof props);
    EXPECT(coll->devices(&count) == SUCCESS && count == 1);
    EXPECT(coll->getProperties(0, &props) == SUCCESS && strcmp(props.name, "reducer") == 0);
    EXPECT(props.ptrSupport == (PTR_HOST | (both(6) ? PTR_DMABUF : 0)));
#if VERSION >= 9
    EXPECT(props.vProps.ndevs == 1 && props.maxCollBytes == (size_t)1 << 29);
#endif
}

static void test_connect(void)
{
    char handles[3][HANDLE_SIZE];
    void *list[3] = {handles[0], handles[1], handles[2]};

    memset(handles, 0x5a, sizeof handles);
    EXPECT(listen_on(handles[0]) == SUCCESS);
    memcpy(handles[1], handles[0], HANDLE_SIZE);
    memcpy(handles[2], handles[0], HANDLE_SIZE);
    EXPECT(coll->connect(list, 3, 1, listened, &joined) == SUCCESS);
}

static void test_reduce(void)
{
    int supported = -1, done = 0, size = 0;

    EXPECT(coll->reduceSupport(2, 0, &supported) == SUCCESS && supported == 1);
    EXPECT(coll->reduceSupport(2, 1, &supported) == SUCCESS && supported == 0);
    EXPECT(coll->regMr(joined, memory, sizeof memory, PTR_HOST, &registered) == SUCCESS);
    EXPECT(record->size == sizeof memory);
    strcpy(memory, "one, two, three");
    request = OPTIONAL_RECV_COMPLETION;
    EXPECT(coll->iallreduce(joined, memory, other, 4, 2, 0, registered, registered, &request) ==
           SUCCESS);
    EXPECT(strcmp(other, memory) == 0 && record->size == 4);
    EXPECT(record->marker == (both(9) ? OPTIONAL_RECV_COMPLETION : NULL));
    EXPECT(coll->test(request, &done, &size) == SUCCESS && done == 1 && size == 8);
    EXPECT(coll->iflush(joined, memory, 7, registered, &request) == SUCCESS && !request);
}

/* Values too large for a plugin before v9. */
static void test_large_numbers(void)
{
#if VERSION >= 9
    int result = coll->iallreduce(joined, NULL, NULL, (size_t)1 << 40, 2, 0, registered, registered,
                                  &request);

    EXPECT(result == (real >= 9 ? SUCCESS : INVALID_USAGE));
    EXPECT(warned("iallreduce", "1099511627776", NULL) == (real < 9));
#endif
}

static void test_gather(void)
{
#if VERSION >= 8
    struct OF_VERSION(net_part) part = {registered, memory, 77};

    EXPECT((coll->iallgather != NULL) == (real >= 8));
    EXPECT((coll->ireducescatter != NULL) == (real >= 8));
    if (!coll->iallgather)
        return;
    EXPECT(coll->iallgather(joined, memory, 1, &part, 1, 2, 3, registered, &request) == SUCCESS);
    EXPECT(record->size == 77);
    part.size = UINT32_MAX;
    EXPECT(coll->ireducescatter(joined, 1, &part, memory, 1, 2, 3, 2, 0, registered, &request) ==
           SUCCESS);
    EXPECT(record->size == UINT32_MAX);
#if VERSION >= 9
    part.size = (size_t)1 << 32;
    EXPECT(coll->iallgather(joined, memory, 1, &part, 1, 2, 3, registered, &request) ==
           (real >= 9 ? SUCCESS : INVALID_USAGE));
    EXPECT(warned("iallgather", "4294967296", NULL) == (real < 9));
#endif
#endif
}

static void test_optional(void)
{
#if VERSION >= 6
    EXPECT((coll->regMrDmaBuf != NULL) == (real >= 6));
    if (coll->regMrDmaBuf)
        EXPECT(coll->regMrDmaBuf(joined, memory, 12, PTR_CUDA, 5, 6, &registered) == SUCCESS);
#endif
#if VERSION >= 9
    struct OF_VERSION(net_vdevice) two = {2, {5, 1}};
    int dev = -1;

    EXPECT((coll->makeVDevice != NULL) == (real >= 9));
    if (coll->makeVDevice)
        EXPECT(coll->makeVDevice(&dev, &two) == SUCCESS && dev == 7);
#endif
}

static void test_end(void)
{
    EXPECT(coll->deregMr(joined, registered) == SUCCESS);
    EXPECT(coll->closeColl(joined) == SUCCESS && coll->closeListen(listened) == SUCCESS);
    EXPECT(finalize() == SUCCESS && finalize() == SUCCESS); /* one call too many */
    EXPECT(record->finalizes == both(11));
    EXPECT(init() == SUCCESS);
    EXPECT(record->inits == (both(11) ? 2 : 1));
#if VERSION >= 11
    /* Before v11 one call ends the whole plugin. */
    EXPECT(call_finalize(ctx) == SUCCESS && finalize() == SUCCESS);
    EXPECT(call_init(&ctx, 1, -1) == SUCCESS && init() == SUCCESS);
    EXPECT(record->inits == (both(11) ? 3 : 2));
#endif
}

static struct collnet_record *record_of(const char *file)
{
    void *handle = dlopen(file, RTLD_NOW | RTLD_NOLOAD);
    struct collnet_record *(*get)(void) = NULL;
    void *symbol = handle ? dlsym(handle, "collnet_record") : NULL;

    memcpy(&get, &symbol, sizeof get);
    return get ? get() : NULL;
}

int main(int count, char **words)
{
    if (count != 4 || caller_open(words[1]) < 0)
        return 2;
    real = atoi(words[3]);
    coll = dlsym(lazy, "ncclCollNetPlugin_v" TEXT(VERSION));
    EXPECT(coll && coll->name && call_init(&ctx, 1, -1) == SUCCESS);
    if (failed)
        return 1;
    record = record_of(words[2]);
    EXPECT(!record == !real);
    if (!record) {
        EXPECT(init() != SUCCESS && strstr(said, "INFO the network plugin has no CollNet"));
        EXPECT(!warned("CollNet", NULL));
        return failed;
    }
    record->fails = 1;
    EXPECT(init() == SYSTEM_ERROR && finalize() == SUCCESS && record->finalizes == 0);
    record->fails = record->inits = 0;
    EXPECT(init() == SUCCESS && record->inits == 1);
    if (both(11))
        EXPECT(record->commId == 99);
    test_properties();
    test_connect();
    test_reduce();
    test_large_numbers();
    test_gather();
    test_optional();
    test_end();
    return failed;
}
