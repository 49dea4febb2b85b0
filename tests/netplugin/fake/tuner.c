/* A tuner with one version of the interface, which records its arguments.
 *
 * FAKE_COUNTS names a file to which each process appends a line of counts when it ends. */
#include "tuner.h"
#include <stdio.h>
#include <stdlib.h>

__attribute__((visibility("default"))) struct tuner_record tuner_record;
static struct tuner_record *const seen = &tuner_record;

static int begin(size_t ranks, size_t nodes, lazynccl_net_log log)
{
    if (getenv("FAKE_TUNER_FAILS"))
        return 3;
    seen->inits++;
    seen->ranks = ranks;
    seen->nodes = nodes;
    log(3, 1, __FILE__, __LINE__, "fake tuner");
    return 0;
}

#if VERSION < 5
static int init(size_t ranks, size_t nodes, lazynccl_net_log log, void **ctx)
{
    *ctx = CTX(seen->inits);
    return begin(ranks, nodes, log);
}
#else
static int init(void **ctx, uint64_t id, size_t ranks, size_t nodes, lazynccl_net_log log,
                struct lazynccl_tuner_domains *domains, struct lazynccl_tuner_constants *constants)
{
    *ctx = CTX(seen->inits);
    seen->id = id;
    seen->domains = *domains;
    constants->base[6][2] = 9;
    constants->bandwidths[4][3][2] = 10;
    return begin(ranks, nodes, log);
}
#endif

#if VERSION < 3
static int ask(void *ctx, int function, size_t bytes, int collnet, int nvls, int operations,
               int *algorithm, int *protocol, int *channels)
{
    seen->collnet = collnet;
    seen->nvls = nvls;
    *algorithm = CHOSEN_ALGORITHM;
    *protocol = CHOSEN_PROTOCOL;
#else
#if VERSION == 3
static int ask(void *ctx, int function, size_t bytes, int operations, float *costs, int algorithms,
               int protocols, int *channels)
{
#else
static int ask(void *ctx, int function, size_t bytes, int operations, float *costs, int algorithms,
               int protocols, int registered, int *channels)
{
    seen->registered = registered;
#endif
    float *table = costs;

    seen->algorithms = algorithms;
    seen->protocols = protocols;
    seen->direct = table[2 * protocols + 2] != -1;
    seen->collnet = table[3 * protocols + 2] != -1;
    seen->nvls = table[4 * protocols + 2] != -1;
#ifdef FAULT_COST
    if (algorithms > 5)
        table[5 * protocols + 2] = 0;
#endif
    if (table[CHOSEN_ALGORITHM * protocols + CHOSEN_PROTOCOL] != -1)
        table[CHOSEN_ALGORITHM * protocols + CHOSEN_PROTOCOL] = 0;
#endif
    seen->ctx = ctx;
    seen->asks++;
    seen->function = function;
    seen->bytes = bytes;
    seen->operations = operations;
    *channels = CHOSEN_CHANNELS;
    return 0;
}

static int end(void *ctx)
{
    seen->ctx = ctx;
    seen->ends++;
    return 0;
}

#if VERSION >= 6 && !defined(NO_CHUNK)
static int chunk(void *ctx, int function, size_t bytes, int algorithm, int protocol, int channels,
                 size_t *size)
{
    seen->ctx = ctx;
    *size = bytes + (size_t)(function + algorithm * 10 + protocol * 100 + channels * 1000);
    return 0;
}
#endif

__attribute__((destructor)) static void write_counts(void)
{
    const char *path = getenv("FAKE_COUNTS");
    FILE *file = path ? fopen(path, "a") : NULL;

    if (!file)
        return;
    fprintf(file, "tuner v%d inits %d asks %d ends %d\n", VERSION, seen->inits, seen->asks,
            seen->ends);
    fclose(file);
}

#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)
__attribute__((visibility("default"))) const struct JOIN(lazynccl_tuner_v, VERSION)
    JOIN(ncclTunerPlugin_v, VERSION) = {
        "fake",
        init,
        ask,
        end,
#if VERSION >= 6 && !defined(NO_CHUNK)
        chunk,
#endif
    };
