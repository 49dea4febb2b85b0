/* Calls a net plugin as NCCL would, by the commands in its arguments, and prints the results.
 *
 * usage: ask LAZY PLUGIN COMMAND[=NUMBER]...
 * PLUGIN: the file of the real plugin, for `record`; or - */
#include "transfer.h"

#define MOST_CONTEXTS 16

static const char *lazy_file, *plugin_file;
static void *contexts[MOST_CONTEXTS];
static int contexts_count;

static void *last_context(void)
{
    return contexts_count > 0 ? contexts[contexts_count - 1] : NULL;
}

static int do_open(int number)
{
    return caller_open(lazy_file);
}

static int do_close(int number)
{
    caller_close();
    return 0;
}

static int do_name(int number)
{
    printf("named: %s\n", net->name);
    return 0;
}

/* NCCL does not change the pointer, which is NULL or the last communicator's. */
static int do_init(int number)
{
    void *ctx = number == 0 ? NULL : GARBAGE;
    int result = call_init(&ctx, 1, -1);

    if (result == SUCCESS)
        contexts[contexts_count++] = ctx;
    return result;
}

static int do_init_with_class(int number)
{
    return call_init(&contexts[contexts_count++], 1, number);
}

static int do_finalize(int number)
{
    return call_finalize(contexts_count > 0 ? contexts[--contexts_count] : NULL);
}

static int do_finalize_unknown(int number)
{
    return call_finalize(number == 0 ? NULL : GARBAGE);
}

static int do_devices(int number)
{
    int result = net->devices(&number);

    printf("count: %d\n", number);
    return result;
}

static int do_properties(int dev)
{
    struct net_properties props;
    int result;

    memset(&props, 0xa5, sizeof props);
    result = net->getProperties(dev, &props);
    if (result != SUCCESS)
        return result;
    printf("name %s, pciPath %s, ptrSupport %d, speed %d, port %d, maxComms %d",
           props.name ? props.name : "NULL", props.pciPath ? props.pciPath : "NULL",
           props.ptrSupport, props.speed, props.port, props.maxComms);
    SINCE_5(printf(", latency %g, maxRecvs %d", (double)props.latency, props.maxRecvs);)
    SINCE_9(printf(", vProps %d, maxP2pBytes %zu", props.vProps.ndevs, props.maxP2pBytes);)
    printf("\n");
    return result;
}

static int do_listen(int dev)
{
    unsigned char handle[128];
    void *comm = NULL;
    int result = call_listen(last_context(), dev, handle, &comm);

    if (result == SUCCESS)
        net->closeListen(comm);
    return result;
}

static int do_connect(int traffic_class)
{
    unsigned char handle[128] = {0};
    void *comm = NULL;

    return call_connect(last_context(), 0, traffic_class, handle, &comm);
}

/* Sends messages from end to end. */
static int do_transfer(int traffic_class)
{
    return transfer(last_context(), 0, traffic_class, 2, 1, 1000);
}

/* Posts one receive of n messages. */
static int do_irecv(int n)
{
    static char bytes[64];
    void *listened, *send, *recv, *mhandle = NULL, *data[64], *mhandles[64], *request = NULL;
    size_t sizes[64];
    int tags[64], result;

    if (call_until_connected(last_context(), 0, 0, -1, &listened, &send, &recv) < 0 ||
        call_reg(recv, bytes, sizeof bytes, PTR_HOST, &mhandle) != SUCCESS)
        return -1;
    for (int i = 0; i < n && i < 64; i++) {
        data[i] = &bytes[i];
        mhandles[i] = mhandle;
        sizes[i] = 1;
        tags[i] = i;
    }
    result = call_irecv(recv, n, data, sizes, tags, mhandles, mhandles, &request);
    net->deregMr(recv, mhandle);
    net->closeSend(send);
    net->closeRecv(recv);
    net->closeListen(listened);
    return result;
}

/* Prints the optional operations in the table. */
static int do_optional(int number)
{
    printf("there:");
    SINCE_6(printf("%s", net->regMrDmaBuf ? " regMrDmaBuf" : "");)
    SINCE_7(printf("%s", net->getDeviceMr ? " getDeviceMr" : "");)
    SINCE_7(printf("%s", net->irecvConsumed ? " irecvConsumed" : "");)
    SINCE_9(printf("%s", net->makeVDevice ? " makeVDevice" : "");)
    SINCE_11(printf("%s", net->setNetAttr ? " setNetAttr" : "");)
    printf("\n");
    return 0;
}

/* Prints the record of the fake plugin. */
static int do_record(int number)
{
    const struct fake_record *record = fake_of(plugin_file);

    if (!record) {
        printf("not loaded\n");
        return 0;
    }
    printf("v%d: init %d, finalize %d, fini %d, contexts %d, comms %d, wrong %d%s%s\n",
           record->version, record->count.init, record->count.finalize, record->count.fini,
           record->contexts, record->comms, record->wrong, record->wrong ? ": " : "",
           record->first_wrong);
    return 0;
}

static const struct {
    const char *name;
    int (*run)(int number);
} commands[] = {
    {"open", do_open},
    {"close", do_close},
    {"name", do_name},
    {"init", do_init},
    {"init-class", do_init_with_class},
    {"finalize", do_finalize},
    {"finalize-unknown", do_finalize_unknown},
    {"devices", do_devices},
    {"properties", do_properties},
    {"listen", do_listen},
    {"connect", do_connect},
    {"transfer", do_transfer},
    {"irecv", do_irecv},
    {"optional", do_optional},
    {"record", do_record},
};

static void run(const char *argument)
{
    size_t length = strcspn(argument, "="), i = 0;
    int result;

    while (i < sizeof commands / sizeof *commands &&
           (strncmp(commands[i].name, argument, length) != 0 || commands[i].name[length]))
        i++;
    if (i == sizeof commands / sizeof *commands) {
        fprintf(stderr, "ask: unknown command %s\n", argument);
        exit(2);
    }
    result = commands[i].run(argument[length] ? atoi(argument + length + 1) : 0);
    printf("%s%s: %d\n", said, argument, result);
    said[0] = '\0';
    fflush(stdout);
}

int main(int argc, char **argv)
{
    if (argc < 4)
        return 2;
    lazy_file = argv[1];
    plugin_file = argv[2];
    for (int i = 3; i < argc; i++)
        run(argv[i]);
    return 0;
}
