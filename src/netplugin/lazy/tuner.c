/* Finds the tuner when NCCL starts it, and calls it in its version.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD
 *
 * Before v3, a tuner chooses an algorithm and a protocol. Since v3 it changes their costs, and
 * NCCL chooses the cheapest. If the two sides differ in this, one form is converted to the
 * other. */
#include "netplugin/core/core.h"
#include "netplugin/lazy/file.h"
#include "netplugin/lazy/others.h"
#include "tuner_operations.h"
#include <stdlib.h>

#define COSTS (LAZYNCCL_TUNER_ALGORITHMS * LAZYNCCL_TUNER_PROTOCOLS)
#define IGNORED (-1.0f) /* the cost of what NCCL does not choose */
#define MOST_V1 256

/* A communicator that uses the tuner. */
struct context {
    void *real; /* the tuner's context */
};

static int searched;
static struct lazynccl_net_real tuner; /* the table is NULL without a tuner */
static struct lazynccl_tuner_operations does;

/* v1 does not identify the communicator. Assume the latest one that has not ended. */
static struct context *contexts_v1[MOST_V1];
static int count_v1;

static const char *name(void)
{
    return *(const char *const *)tuner.table; /* the first member of every version's table */
}

/* Finds the newest table in the named file, or else in the network plugin's file. Returns 0 if that
 * file has not been opened yet. */
static int search(int caller)
{
    const char *named = lazynccl_net_setting(LAZYNCCL_NET_VARIABLE_TUNER), *path = named;
    void *handle = named ? lazynccl_net_open_named("tuner", LAZYNCCL_NET_VARIABLE_TUNER, named)
                         : lazynccl_net_file(&path);

    if (handle)
        tuner.table = lazynccl_net_find_table(handle, "ncclTunerPlugin_v", 1, LAZYNCCL_TUNER_NEWEST,
                                              &tuner.version);
    if (lazynccl_tuner_is_own(tuner.table))
        tuner.table = NULL;
    if (tuner.table)
        lazynccl_net_inform("tuner %s of %s (v%d), called as v%d", name(), path, tuner.version,
                            caller);
    else if (handle && named)
        lazynccl_net_warn("no tuner: %s has no ncclTunerPlugin_v1 to v%d of its own", path,
                          LAZYNCCL_TUNER_NEWEST);
    return path != NULL;
}

/* Returns the latest communicator of an NCCL that calls v1. */
static struct context *last_v1(int remove)
{
    struct context *last;

    lazynccl_net_lock();
    last = count_v1 ? contexts_v1[count_v1 - 1] : NULL;
    if (remove && last)
        count_v1--;
    lazynccl_net_unlock();
    return last;
}

static int finalize(const struct lazynccl_net_real *nccl, void *ctx)
{
    struct context *context = nccl->caller == 1 ? last_v1(1) : ctx;
    void *real = context ? context->real : NULL;

    if (!context)
        return LAZYNCCL_NET_SUCCESS;
    free(context);
    return does.finalize(&tuner, real);
}

/* Keeps a communicator of v1. If there are too many, the new one has no tuner. */
static int keep_v1(struct context *context)
{
    int kept = 0;

    lazynccl_net_lock();
    if (count_v1 < MOST_V1) {
        contexts_v1[count_v1++] = context;
        kept = 1;
    }
    lazynccl_net_unlock();
    return kept;
}

/* Succeeds with a NULL *ctx if the tuner is missing, because NCCL would fail if this did. */
static int init(const struct lazynccl_net_real *nccl, void **ctx, uint64_t id, size_t ranks,
                size_t nodes, lazynccl_net_log log, struct lazynccl_tuner_domains *domains,
                struct lazynccl_tuner_constants *constants)
{
    /* Versions before v5 do not describe NVLink domains, so assume one per node. Changes that a
     * tuner makes to NCCL's constants have no effect there. */
    int each = nodes ? (int)(ranks / nodes) : 0;
    struct lazynccl_tuner_domains assumed = {(int)nodes, each, each};
    struct lazynccl_tuner_constants lost = {.base = {{0}}};
    struct context *context;
    int result;

    *ctx = NULL;
    lazynccl_net_set_log(log);
    lazynccl_net_lock();
    if (!searched)
        searched = search(nccl->caller);
    if (tuner.table && !does.init)
        lazynccl_tuner_operations_of(tuner.version, tuner.table, &does);
    lazynccl_net_unlock();
    if (!tuner.table)
        return LAZYNCCL_NET_SUCCESS;
    context = calloc(1, sizeof *context);
    if (!context)
        return LAZYNCCL_NET_SYSTEM_ERROR;
    result = does.init(&tuner, &context->real, id, ranks, nodes, log, domains ? domains : &assumed,
                       constants ? constants : &lost);
    if (result != LAZYNCCL_NET_SUCCESS) {
        lazynccl_net_warn("the tuner %s: its init failed (%d), and NCCL ends the communicator",
                          name(), result);
        free(context);
        return result;
    }
    *ctx = context;
    if (nccl->caller == 1 && !keep_v1(context)) {
        does.finalize(&tuner, context->real);
        free(context);
    }
    return LAZYNCCL_NET_SUCCESS;
}

/* Chooses the algorithm and protocol with the lowest cost. If several share it, changes nothing. */
static void choose(const float *costs, int *algorithm, int *protocol)
{
    int best = -1, equals = 0;

    for (int i = 0; i < COSTS; i++) {
        if (costs[i] == IGNORED)
            continue;
        if (best < 0 || costs[i] < costs[best]) {
            best = i;
            equals = 0;
        } else if (costs[i] == costs[best]) {
            equals++;
        }
    }
    if (best < 0 || equals)
        return;
    *algorithm = best / LAZYNCCL_TUNER_PROTOCOLS;
    *protocol = best % LAZYNCCL_TUNER_PROTOCOLS;
}

/* Returns 1 if NCCL may choose this algorithm. */
static int offered(const float *costs, int algorithms, int protocols, int algorithm)
{
    return algorithm < algorithms && protocols > LAZYNCCL_TUNER_SIMPLE &&
           costs[algorithm * protocols + LAZYNCCL_TUNER_SIMPLE] != IGNORED;
}

static int getCollInfo(const struct lazynccl_net_real *nccl, void *ctx, int function, size_t bytes,
                       int collnet, int nvls, int operations, int *algorithm, int *protocol,
                       float *costs, int algorithms, int protocols, int registered, int *channels)
{
    const struct context *context = nccl->caller == 1 ? last_v1(0) : ctx;
    int result, a = LAZYNCCL_TUNER_UNDEFINED, p = LAZYNCCL_TUNER_UNDEFINED, chooses = !costs;
    float own[COSTS];

    if (!context)
        return LAZYNCCL_NET_SUCCESS;
    if (chooses) { /* NCCL wants a choice and provides no costs, so pass equal ones */
        costs = own;
        algorithms = LAZYNCCL_TUNER_ALGORITHMS;
        protocols = LAZYNCCL_TUNER_PROTOCOLS;
    }
    for (int i = 0; chooses && i < COSTS; i++) {
        int row = i / LAZYNCCL_TUNER_PROTOCOLS;
        int there = row < LAZYNCCL_TUNER_COLLNET_DIRECT || /* tree and ring */
                    (row < LAZYNCCL_TUNER_NVLS ? collnet : nvls);

        costs[i] = there ? 1 : IGNORED;
    }
    if (tuner.version < 3) {
        collnet = offered(costs, algorithms, protocols, LAZYNCCL_TUNER_COLLNET_CHAIN);
        nvls = offered(costs, algorithms, protocols, LAZYNCCL_TUNER_NVLS) ||
               offered(costs, algorithms, protocols, LAZYNCCL_TUNER_NVLS_TREE);
    }
    result = does.getCollInfo(&tuner, context->real, function, bytes, collnet, nvls, operations, &a,
                              &p, costs, algorithms, protocols, registered, channels);
    if (result != LAZYNCCL_NET_SUCCESS)
        return result;
    if (a >= 0 && a < algorithms && p >= 0 && p < protocols && costs[a * protocols + p] != IGNORED)
        costs[a * protocols + p] = 0; /* cost 0 makes NCCL choose what the tuner chose */
    if (chooses)
        choose(costs, algorithm, protocol);
    return result;
}

/* Leaves *chunk unchanged if the tuner lacks this operation. */
static int getChunkSize(const struct lazynccl_net_real *nccl, void *ctx, int function, size_t bytes,
                        int algorithm, int protocol, int channels, size_t *chunk)
{
    const struct context *context = ctx;

    if (!context || !does.getChunkSize)
        return LAZYNCCL_NET_SUCCESS;
    return does.getChunkSize(&tuner, context->real, function, bytes, algorithm, protocol, channels,
                             chunk);
}

const struct lazynccl_tuner_operations lazynccl_tuner_core = {
    .init = init,
    .getCollInfo = getCollInfo,
    .finalize = finalize,
    .getChunkSize = getChunkSize,
};
