/* Finds the tuner when NCCL starts it, and calls it in its version.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD
 *
 * Before v3, a tuner chooses an algorithm and a protocol. Since v3, it changes the costs of each,
 * and NCCL chooses the cheapest. If NCCL and the tuner differ in this, one form is converted to the
 * other. */
#include "netplugin/core/core.h"
#include "netplugin/lazy/file.h"
#include "netplugin/lazy/others.h"
#include "tuner_operations.h"
#include <stdio.h>
#include <stdlib.h>

#define SYMBOL "ncclTunerPlugin_v"
#define COSTS (LAZYNCCL_TUNER_ALGORITHMS * LAZYNCCL_TUNER_PROTOCOLS)
#define IGNORED (-1.0f) /* the cost of an algorithm that NCCL does not choose */

/* A communicator that uses the tuner. */
struct context {
    void *real; /* the tuner's context */
};

static int searched;
static struct lazynccl_net_real tuner; /* the table is NULL without a tuner */
static struct lazynccl_tuner_operations does;

static const char *name(void)
{
    return *(const char *const *)tuner.table; /* the first member of every version's table */
}

/* Logs why a file has no tuner that can be used. */
static void warn_of_versions(void *handle, const char *path)
{
    char older[120] = "";
    int version;

    if (lazynccl_net_find_table(handle, SYMBOL, 1, LAZYNCCL_TUNER_OLDEST - 1, &version))
        snprintf(older, sizeof older,
                 "; v%d was removed in 0.2: name the file in NCCL_TUNER_PLUGIN", version);
    lazynccl_net_warn("no tuner: %s has no " SYMBOL "%d to v%d of its own%s", path,
                      LAZYNCCL_TUNER_OLDEST, LAZYNCCL_TUNER_NEWEST, older);
}

/* Finds the newest table in the named file, or else in the network plugin's file. Returns 0 if that
 * file has not been opened yet. */
static int search(int caller)
{
    const char *named = lazynccl_net_setting(LAZYNCCL_NET_VARIABLE_TUNER), *path = named;
    void *handle = named ? lazynccl_net_open_named("tuner", LAZYNCCL_NET_VARIABLE_TUNER, named)
                         : lazynccl_net_file(&path);

    if (handle)
        tuner.table = lazynccl_net_find_table(handle, SYMBOL, LAZYNCCL_TUNER_OLDEST,
                                              LAZYNCCL_TUNER_NEWEST, &tuner.version);
    if (lazynccl_tuner_is_own(tuner.table))
        tuner.table = NULL;
    if (tuner.table)
        lazynccl_net_inform("tuner %s of %s (v%d), called as v%d", name(), path, tuner.version,
                            caller);
    else if (handle && named)
        warn_of_versions(handle, path);
    return path != NULL;
}

static int finalize(const struct lazynccl_net_real *nccl, void *ctx)
{
    struct context *context = ctx;
    void *real = context ? context->real : NULL;

    if (!context)
        return LAZYNCCL_NET_SUCCESS;
    free(context);
    return does.finalize(&tuner, real);
}

/* If the tuner is missing, succeeds and sets *ctx to NULL, because NCCL fails if init fails. */
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
    return LAZYNCCL_NET_SUCCESS;
}

/* Chooses the algorithm and protocol with the lowest cost. Chooses nothing if several have it. */
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

/* Fills in equal costs for what an NCCL without costs offers: tree, ring, and what is enabled. */
static void offer(float *costs, int collnet, int nvls)
{
    for (int i = 0; i < COSTS; i++) {
        int row = i / LAZYNCCL_TUNER_PROTOCOLS;
        int there = 1;

        if (row >= LAZYNCCL_TUNER_NVLS)
            there = nvls;
        else if (row >= LAZYNCCL_TUNER_COLLNET_DIRECT)
            there = collnet;
        costs[i] = there ? 1 : IGNORED;
    }
}

/* Returns the cost of a choice that NCCL can follow, or NULL. */
static float *chosen_cost(float *costs, int algorithms, int protocols, int algorithm, int protocol)
{
    float *cost = costs + algorithm * protocols + protocol;

    if (algorithm < 0 || algorithm >= algorithms || protocol < 0 || protocol >= protocols)
        return NULL;
    return *cost == IGNORED ? NULL : cost;
}

static int getCollInfo(const struct lazynccl_net_real *nccl, void *ctx, int function, size_t bytes,
                       int collnet, int nvls, int operations, int *algorithm, int *protocol,
                       float *costs, int algorithms, int protocols, int registered, int *channels)
{
    const struct context *context = ctx;
    int result, a = LAZYNCCL_TUNER_UNDEFINED, p = LAZYNCCL_TUNER_UNDEFINED, chooses = !costs;
    float own[COSTS], *chosen;

    if (!context)
        return LAZYNCCL_NET_SUCCESS;
    if (chooses) { /* NCCL wants a choice and provides no costs */
        offer(own, collnet, nvls);
        costs = own;
        algorithms = LAZYNCCL_TUNER_ALGORITHMS;
        protocols = LAZYNCCL_TUNER_PROTOCOLS;
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
    chosen = chosen_cost(costs, algorithms, protocols, a, p);
    if (chosen)
        *chosen = 0; /* cost 0 makes NCCL choose what the tuner chose */
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
