/* The tuner's tables that NCCL calls, one a version.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "netplugin/core/core.h"
#include "netplugin/lazy/tuner.h"

#define COSTS (LAZYNCCL_TUNER_ALGORITHMS * LAZYNCCL_TUNER_PROTOCOLS)

/* Versions before v5 do not say where NVLink reaches: assume one domain a node. What a tuner makes
 * of NCCL's constants is lost there. */
static int begin(int caller, size_t ranks, size_t nodes, lazynccl_net_log log, void **ctx)
{
    int each = nodes ? (int)(ranks / nodes) : 0;
    struct lazynccl_tuner_domains domains = {(int)nodes, each, each};
    struct lazynccl_tuner_constants constants = {.base = {{0}}};
    struct lazynccl_tuner_communicator communicator = {0, ranks, nodes, log, &domains, &constants};

    return lazynccl_tuner_begin(caller, &communicator, ctx);
}

/* Sets the algorithm and the protocol of the least cost; leaves them if several cost as little. */
static void choose(const float *costs, int *algorithm, int *protocol)
{
    int best = -1, equals = 0;

    for (int i = 0; i < COSTS; i++)
        if (costs[i] != LAZYNCCL_TUNER_IGNORED) {
            if (best < 0 || costs[i] < costs[best])
                best = i, equals = 0;
            else
                equals += costs[i] == costs[best];
        }
    if (best < 0 || equals)
        return;
    *algorithm = best / LAZYNCCL_TUNER_PROTOCOLS;
    *protocol = best % LAZYNCCL_TUNER_PROTOCOLS;
}

/* NCCL before 2.22 wants a choice, and has no costs: ask with equal ones. */
static int ask(void *ctx, int function, size_t bytes, int collnet, int nvls, int operations,
               int *algorithm, int *protocol, int *channels)
{
    float costs[COSTS];
    const struct lazynccl_tuner_question question = {.function = function,
                                                     .bytes = bytes,
                                                     .operations = operations,
                                                     .costs = costs,
                                                     .algorithms = LAZYNCCL_TUNER_ALGORITHMS,
                                                     .protocols = LAZYNCCL_TUNER_PROTOCOLS,
                                                     .channels = channels};
    int result;

    for (int i = 0; i < COSTS; i++) {
        int row = i / LAZYNCCL_TUNER_PROTOCOLS;
        int there = row < LAZYNCCL_TUNER_COLLNET_DIRECT || /* tree and ring */
                    (row < LAZYNCCL_TUNER_NVLS ? collnet : nvls);

        costs[i] = there ? 1 : LAZYNCCL_TUNER_IGNORED;
    }
    result = lazynccl_tuner_ask(ctx, &question);
    if (result == LAZYNCCL_NET_SUCCESS)
        choose(costs, algorithm, protocol);
    return result;
}

/* v1 does not say which communicator it means: take the last that began and has not ended. */
#define MOST_V1 256
static void *contexts_v1[MOST_V1];
static int count_v1;

static void *last_v1(int remove)
{
    void *last;

    lazynccl_net_lock();
    last = count_v1 ? contexts_v1[count_v1 - 1] : NULL;
    count_v1 -= remove && last;
    lazynccl_net_unlock();
    return last;
}

static int init_v1(size_t ranks, size_t nodes, lazynccl_net_log log)
{
    void *ctx = NULL;
    int result = begin(1, ranks, nodes, log, &ctx);

    lazynccl_net_lock();
    if (ctx && count_v1 < MOST_V1) {
        contexts_v1[count_v1++] = ctx;
        ctx = NULL;
    }
    lazynccl_net_unlock();
    if (ctx) /* one too many: it has no tuner */
        lazynccl_tuner_end(ctx);
    return result;
}

static int ask_v1(int function, size_t bytes, int collnet, int nvls, int operations, int *algorithm,
                  int *protocol, int *channels)
{
    return ask(last_v1(0), function, bytes, collnet, nvls, operations, algorithm, protocol,
               channels);
}

static int destroy_v1(void)
{
    return lazynccl_tuner_end(last_v1(1));
}

#define BEFORE_V5(v)                                                                               \
    static int init_v##v(size_t ranks, size_t nodes, lazynccl_net_log log, void **ctx)             \
    {                                                                                              \
        return begin(v, ranks, nodes, log, ctx);                                                   \
    }
BEFORE_V5(2)
BEFORE_V5(3)
BEFORE_V5(4)

#define SINCE_V5(v)                                                                                \
    static int init_v##v(void **ctx, uint64_t id, size_t ranks, size_t nodes,                      \
                         lazynccl_net_log log, struct lazynccl_tuner_domains *domains,             \
                         struct lazynccl_tuner_constants *constants)                               \
    {                                                                                              \
        const struct lazynccl_tuner_communicator communicator = {id,  ranks,   nodes,              \
                                                                 log, domains, constants};         \
                                                                                                   \
        return lazynccl_tuner_begin(v, &communicator, ctx);                                        \
    }
SINCE_V5(5)
SINCE_V5(6)

static int ask_v4(void *ctx, int function, size_t bytes, int operations, float **costs,
                  int algorithms, int protocols, int registered, int *channels)
{
    const struct lazynccl_tuner_question question = {
        function,   bytes,     operations, registered, (float *)(void *)costs,
        algorithms, protocols, channels};

    return lazynccl_tuner_ask(ctx, &question);
}

static int ask_v3(void *ctx, int function, size_t bytes, int operations, float **costs,
                  int algorithms, int protocols, int *channels)
{
    return ask_v4(ctx, function, bytes, operations, costs, algorithms, protocols, 0, channels);
}

#define TABLE(v, ...)                                                                              \
    extern LAZYNCCL_NET_PUBLIC const struct lazynccl_tuner_v##v ncclTunerPlugin_v##v;              \
    const struct lazynccl_tuner_v##v ncclTunerPlugin_v##v = {"lazy", init_v##v, __VA_ARGS__};
TABLE(1, ask_v1, destroy_v1)
TABLE(2, ask, lazynccl_tuner_end)
TABLE(3, ask_v3, lazynccl_tuner_end)
TABLE(4, ask_v4, lazynccl_tuner_end)
TABLE(5, ask_v4, lazynccl_tuner_end)
TABLE(6, ask_v4, lazynccl_tuner_end, lazynccl_tuner_chunk)
