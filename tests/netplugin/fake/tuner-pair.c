/* Calls libnccl-net-lazy.so's tuner as an NCCL of one version, and compares the arguments and
 * results of a tuner of another version.
 *
 * usage: tuner-pair LAZY TUNER VERSION     VERSION: the tuner's; 0: there is none; -1: init fails
 */
#include "other.h"
#include "tuner.h"

#define ROWS 7

static const struct JOIN(lazynccl_tuner_v, VERSION) * tuner;
static int real;
static float costs[ROWS][3];

static int begin(int i, void **ctx, struct lazynccl_tuner_constants *constants)
{
    size_t ranks = 16 * (size_t)(i + 1), nodes = 2;
#if VERSION < 5
    return tuner->init(ranks, nodes, log_line, ctx);
#else
    struct lazynccl_tuner_domains domains = {3, 4, 5};

    return tuner->init(ctx, 77 + (uint64_t)i, ranks, nodes, log_line, &domains, constants);
#endif
}

/* The cost that NCCL gives. Rows 2 and 3 are CollNet's, 4 and 5 are those of NVLS. */
static float cost(int i, int j, int collnet)
{
    int there = i == 2 || i == 3 ? collnet : i == 4 || i == 5 ? !collnet : 1;

    return there ? (float)(i + j + 2) : -1;
}

/* Asks an NCCL's question: with CollNet and without NVLS, or the other way round. */
static int ask(void *ctx, int collnet, int *algorithm, int *protocol, int *channels)
{
    *algorithm = *protocol = -1;
    *channels = 0;
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < 3; j++)
            costs[i][j] = cost(i, j, collnet);
#if VERSION == 2
    return tuner->getCollInfo(ctx, 4, (size_t)5 << 32, collnet, !collnet, 3, algorithm, protocol,
                              channels);
#elif VERSION == 3
    return tuner->getCollInfo(ctx, 4, (size_t)5 << 32, 3, &costs[0][0], ROWS, 3, channels);
#else
    return tuner->getCollInfo(ctx, 4, (size_t)5 << 32, 3, &costs[0][0], ROWS, 3, 1, channels);
#endif
}

/* The result that NCCL reads: a choice before v3, costs since v3. */
static void expect_answer(int collnet, int algorithm, int protocol, int channels)
{
    int chosen = real > 0;

    EXPECT(channels, chosen ? CHOSEN_CHANNELS : 0);
#if VERSION < 3
    EXPECT(algorithm, chosen ? CHOSEN_ALGORITHM : -1);
    EXPECT(protocol, chosen ? CHOSEN_PROTOCOL : -1);
#else
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < 3; j++) {
            float was = cost(i, j, collnet);
            int here = chosen && i == CHOSEN_ALGORITHM && j == CHOSEN_PROTOCOL;

            EXPECT(costs[i][j] == (here ? 0 : was), 1);
        }
#endif
}

static void expect_record(const struct tuner_record *seen, int collnet)
{
    EXPECT(seen->inits, 2);
    EXPECT(seen->ranks, 32);
    EXPECT(seen->nodes, 2);
    EXPECT(seen->function, 4);
    EXPECT(seen->bytes, (size_t)5 << 32);
    EXPECT(seen->operations, 3);
    EXPECT(seen->collnet, collnet);
    EXPECT(seen->nvls, !collnet);
    if (real >= 3) {
        EXPECT(seen->direct, collnet);
        EXPECT(seen->algorithms, VERSION < 3 ? 6 : ROWS);
        EXPECT(seen->protocols, 3);
    }
    if (real >= 4)
        EXPECT(seen->registered, VERSION >= 4);
    if (real < 5)
        return;
    EXPECT(seen->id, VERSION < 5 ? 0 : 78);
    EXPECT(seen->domains.count, VERSION < 5 ? 2 : 3);
    EXPECT(seen->domains.least, VERSION < 5 ? 16 : 4);
    EXPECT(seen->domains.most, VERSION < 5 ? 16 : 5);
}

static void expect_chunk(void *ctx)
{
#if VERSION >= 6
    size_t chunk = 42;

    EXPECT(tuner->getChunkSize(ctx, 1, 50000, 2, 3, 4, &chunk), 0);
    EXPECT(chunk, real >= 6 && !getenv("NO_CHUNK") ? 54321 : 42);
#else
#endif
}

/* The network plugin, in whose file the tuner is. */
static void start_net(void *lazy)
{
    static struct lazynccl_net_config config;
    const struct lazynccl_net_v12 *net = dlsym(lazy, "ncclNetPlugin_v12");
    void *ctx = NULL;

    EXPECT(net->init(&ctx, 1, &config, log_line, NULL), 0);
}

int main(int count, char **arguments)
{
    struct lazynccl_tuner_constants constants = {.base = {{0}}};
    void *lazy = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL), *ctx[2] = {NULL, NULL};
    struct tuner_record *seen;
    int algorithm, protocol, channels;

    real = atoi(arguments[3]);
    tuner = lazy ? dlsym(lazy, "ncclTunerPlugin_v" TEXT(VERSION)) : NULL;
    EXPECT(tuner != NULL, 1);
    EXPECT(strcmp(tuner->name, "lazy"), 0);
    EXPECT(dlopen(arguments[2], RTLD_NOW | RTLD_NOLOAD) == NULL, 1); /* nothing before init */
    if (getenv("NET"))
        start_net(lazy);
    EXPECT(begin(0, &ctx[0], &constants), real < 0 ? 3 : 0);
    if (real < 0)
        return 0;
    EXPECT(begin(1, &ctx[1], &constants), 0);
    seen = real ? dlsym(dlopen(arguments[2], RTLD_NOW | RTLD_NOLOAD), "tuner_record") : NULL;
    for (int collnet = 0; collnet < 2; collnet++) {
        EXPECT(ask(ctx[1], collnet, &algorithm, &protocol, &channels), 0);
        expect_answer(collnet, algorithm, protocol, channels);
        if (seen)
            expect_record(seen, collnet);
    }
    if (seen) {
        EXPECT(seen->ctx == CTX(1), 1);
        EXPECT(constants.base[6][2] == (VERSION >= 5 && real >= 5 ? 9 : 0), 1);
        EXPECT(constants.bandwidths[4][3][2] == (VERSION >= 5 && real >= 5 ? 10 : 0), 1);
    }
    expect_chunk(ctx[1]);
    EXPECT(tuner->finalize(ctx[0]), 0);
    EXPECT(ask(ctx[1], 1, &algorithm, &protocol, &channels), 0);
    EXPECT(tuner->finalize(ctx[1]), 0);
    if (seen)
        EXPECT(seen->ends, 2);
    return 0;
}
