/* Finds the tuner when NCCL starts it, and calls it in its own version.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "netplugin/lazy/tuner.h"
#include "netplugin/core/core.h"
#include "netplugin/lazy/file.h"
#include "netplugin/lazy/others.h"
#include "netplugin/lazy/tuner_real.h"
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A communicator that the tuner knows. */
struct context {
    void *real; /* its own */
};

static int searched;
static struct lazynccl_tuner_real tuner;

static const char *name(void)
{
    return *(const char *const *)tuner.table; /* the first member of every version's */
}

/* Finds the newest table of the file that is named, or else of the network plugin's file. Returns 0
 * if that has not been opened. */
static int search(int caller)
{
    const char *named = lazynccl_net_setting(LAZYNCCL_NET_VARIABLE_TUNER), *path = named;
    void *handle = named ? lazynccl_net_open_named("tuner", LAZYNCCL_NET_VARIABLE_TUNER, named)
                         : lazynccl_net_file(&path);
    char symbol[sizeof "ncclTunerPlugin_vN"];
    const struct lazynccl_tuner_v6 *newest;

    for (int v = LAZYNCCL_TUNER_NEWEST; handle && !tuner.table && v > 0; v--) {
        snprintf(symbol, sizeof symbol, "ncclTunerPlugin_v%d", v);
        tuner = (struct lazynccl_tuner_real){dlsym(handle, symbol), v};
    }
    newest = tuner.table;
    if (newest && tuner.version == 6 && newest->getChunkSize == lazynccl_tuner_chunk) /* ours */
        tuner.table = NULL;
    if (tuner.table)
        lazynccl_net_inform("tuner %s of %s (v%d), called as v%d", name(), path, tuner.version,
                            caller);
    else if (handle && named)
        lazynccl_net_warn("no tuner: %s has no ncclTunerPlugin_v1 to v%d of its own", path,
                          LAZYNCCL_TUNER_NEWEST);
    return path != NULL;
}

int lazynccl_tuner_begin(int caller, const struct lazynccl_tuner_communicator *c, void **ctx)
{
    struct context *context;
    int result;

    *ctx = NULL;
    lazynccl_net_set_log(c->log);
    lazynccl_net_lock();
    if (!searched)
        searched = search(caller);
    lazynccl_net_unlock();
    if (!tuner.table)
        return LAZYNCCL_NET_SUCCESS;
    context = calloc(1, sizeof *context);
    if (!context)
        return LAZYNCCL_NET_SYSTEM_ERROR;
    result = lazynccl_tuner_real_init(&tuner, c, &context->real);
    if (result != LAZYNCCL_NET_SUCCESS) {
        lazynccl_net_warn("the tuner %s: its init failed (%d), and NCCL ends the communicator",
                          name(), result);
        free(context);
        return result;
    }
    *ctx = context;
    return LAZYNCCL_NET_SUCCESS;
}

int lazynccl_tuner_end(void *ctx)
{
    struct context *context = ctx;
    void *real = context ? context->real : NULL;

    if (!context)
        return LAZYNCCL_NET_SUCCESS;
    free(context);
    return lazynccl_tuner_real_end(&tuner, real);
}

/* 1 unless NCCL would not choose this algorithm. */
static int offered(const struct lazynccl_tuner_question *q, int algorithm)
{
    int at = algorithm * q->protocols + LAZYNCCL_TUNER_SIMPLE;

    return algorithm < q->algorithms && q->protocols > LAZYNCCL_TUNER_SIMPLE &&
           q->costs[at] != LAZYNCCL_TUNER_IGNORED;
}

/* A tuner before v3 chooses instead of changing costs: its choice costs nothing. */
static int ask_for_choice(void *real, const struct lazynccl_tuner_question *q)
{
    int collnet = offered(q, LAZYNCCL_TUNER_COLLNET_CHAIN);
    int nvls = offered(q, LAZYNCCL_TUNER_NVLS) || offered(q, LAZYNCCL_TUNER_NVLS_TREE);
    int algorithm = LAZYNCCL_TUNER_UNDEFINED, protocol = LAZYNCCL_TUNER_UNDEFINED, result;
    float *cost;

    result = lazynccl_tuner_real_choose(&tuner, real, q, collnet, nvls, &algorithm, &protocol);
    if (result != LAZYNCCL_NET_SUCCESS || algorithm < 0 || algorithm >= q->algorithms ||
        protocol < 0 || protocol >= q->protocols)
        return result;
    cost = &q->costs[algorithm * q->protocols + protocol];
    if (*cost != LAZYNCCL_TUNER_IGNORED)
        *cost = 0;
    return result;
}

int lazynccl_tuner_ask(void *ctx, const struct lazynccl_tuner_question *q)
{
    const struct context *context = ctx;

    if (!context)
        return LAZYNCCL_NET_SUCCESS;
    return tuner.version < 3 ? ask_for_choice(context->real, q)
                             : lazynccl_tuner_real_costs(&tuner, context->real, q);
}

int lazynccl_tuner_chunk(void *ctx, int function, size_t bytes, int algorithm, int protocol,
                         int channels, size_t *chunk)
{
    const struct context *context = ctx;
    const struct lazynccl_tuner_question question = {
        .function = function, .bytes = bytes, .channels = &channels};

    return context ? lazynccl_tuner_real_chunk(&tuner, context->real, &question, algorithm,
                                               protocol, chunk)
                   : LAZYNCCL_NET_SUCCESS;
}
