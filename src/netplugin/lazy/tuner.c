/* Finds the tuner when NCCL starts it, and calls it in its own version.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "netplugin/lazy/tuner.h"
#include "netplugin/core/core.h"
#include "netplugin/lazy/file.h"
#include "netplugin/lazy/others.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VARIABLE "LAZYNCCL_TUNER_PLUGIN"

/* A communicator that the tuner knows. */
struct context {
    void *real; /* its own */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of the search, once */
static int searched, version;
static union {
    const void *table;
    const struct lazynccl_tuner_v1 *v1;
    const struct lazynccl_tuner_v2 *v2;
    const struct lazynccl_tuner_v3 *v3;
    const struct lazynccl_tuner_v4 *v4;
    const struct lazynccl_tuner_v5 *v5;
    const struct lazynccl_tuner_v6 *v6;
} tuner; /* NULL: none */

/* Finds the newest table of the file that is named, or else of the network plugin's file. Returns 0
 * if that has not been opened. */
static int search(int caller)
{
    const char *named = secure_getenv(VARIABLE), *path = named;
    void *handle = named && *named ? lazynccl_net_open_named("tuner", VARIABLE, named)
                                   : lazynccl_net_file(&path);
    char symbol[sizeof "ncclTunerPlugin_vN"];

    for (int v = LAZYNCCL_TUNER_NEWEST; handle && !tuner.table && v > 0; v--) {
        snprintf(symbol, sizeof symbol, "ncclTunerPlugin_v%d", v);
        version = v;
        tuner.table = dlsym(handle, symbol);
    }
    if (tuner.table && version == 6 && tuner.v6->getChunkSize == lazynccl_tuner_chunk) /* ours */
        tuner.table = NULL;
    if (tuner.table)
        lazynccl_net_inform("tuner %s of %s (v%d), called as v%d", tuner.v1->name, path, version,
                            caller);
    else if (handle && named && *named)
        lazynccl_net_warn("no tuner: %s has no ncclTunerPlugin_v1 to v%d of its own", path,
                          LAZYNCCL_TUNER_NEWEST);
    return path != NULL;
}

/* Calls the tuner's init with what its version takes. */
static int start(const struct lazynccl_tuner_communicator *c, void **real)
{
    switch (version) {
    case 1:
        return tuner.v1->init(c->ranks, c->nodes, c->log);
    case 2:
    case 3:
    case 4: /* of one type */
        return tuner.v2->init(c->ranks, c->nodes, c->log, real);
    default:
        return tuner.v5->init(real, c->id, c->ranks, c->nodes, c->log, c->domains, c->constants);
    }
}

int lazynccl_tuner_begin(int caller, const struct lazynccl_tuner_communicator *c, void **ctx)
{
    struct context *context;
    int result;

    *ctx = NULL;
    lazynccl_net_set_log(c->log);
    pthread_mutex_lock(&lock);
    if (!searched)
        searched = search(caller);
    pthread_mutex_unlock(&lock);
    if (!tuner.table)
        return LAZYNCCL_NET_SUCCESS;
    context = calloc(1, sizeof *context);
    if (!context)
        return LAZYNCCL_NET_SYSTEM_ERROR;
    result = start(c, &context->real);
    if (result != LAZYNCCL_NET_SUCCESS) {
        lazynccl_net_warn("the tuner %s: its init failed (%d), and NCCL ends the communicator",
                          tuner.v1->name, result);
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
    /* destroy of v2 to v4 and finalize have one place and type */
    return version == 1 ? tuner.v1->destroy() : tuner.v2->destroy(real);
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

    if (version == 1)
        result = tuner.v1->getCollInfo(q->function, q->bytes, collnet, nvls, q->operations,
                                       &algorithm, &protocol, q->channels);
    else
        result = tuner.v2->getCollInfo(real, q->function, q->bytes, collnet, nvls, q->operations,
                                       &algorithm, &protocol, q->channels);
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
    float **costs = (float **)(void *)q->costs; /* NCCL's type of it; it is no array of pointers */

    if (!context)
        return LAZYNCCL_NET_SUCCESS;
    if (version < 3)
        return ask_for_choice(context->real, q);
    if (version == 3)
        return tuner.v3->getCollInfo(context->real, q->function, q->bytes, q->operations, costs,
                                     q->algorithms, q->protocols, q->channels);
    return tuner.v4->getCollInfo(context->real, q->function, q->bytes, q->operations, costs,
                                 q->algorithms, q->protocols, q->registered, q->channels);
}

int lazynccl_tuner_chunk(void *ctx, int function, size_t bytes, int algorithm, int protocol,
                         int channels, size_t *chunk)
{
    const struct context *context = ctx;

    if (!context || version < 6 || !tuner.v6->getChunkSize)
        return LAZYNCCL_NET_SUCCESS;
    return tuner.v6->getChunkSize(context->real, function, bytes, algorithm, protocol, channels,
                                  chunk);
}
