/* Calls a tuner's table of any version.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "netplugin/lazy/tuner_real.h"

#define TABLE(real, v) ((const struct lazynccl_tuner_v##v *)(real)->table)

const char *lazynccl_tuner_real_missing(const struct lazynccl_tuner_real *real)
{
    /* the places of all versions' operations are the same */
    return !TABLE(real, 6)->init          ? "init"
           : !TABLE(real, 6)->getCollInfo ? "getCollInfo"
           : TABLE(real, 6)->finalize     ? NULL
           : real->version < 5            ? "destroy"
                                          : "finalize";
}

int lazynccl_tuner_real_init(const struct lazynccl_tuner_real *real,
                             const struct lazynccl_tuner_communicator *c, void **ctx)
{
    if (real->version == 1)
        return TABLE(real, 1)->init(c->ranks, c->nodes, c->log);
    if (real->version < 5)
        return TABLE(real, 2)->init(c->ranks, c->nodes, c->log, ctx);
    return TABLE(real, 5)->init(ctx, c->id, c->ranks, c->nodes, c->log, c->domains, c->constants);
}

int lazynccl_tuner_real_end(const struct lazynccl_tuner_real *real, void *ctx)
{
    /* destroy of v2 to v4 and finalize have one place and type */
    return real->version == 1 ? TABLE(real, 1)->destroy() : TABLE(real, 2)->destroy(ctx);
}

int lazynccl_tuner_real_choose(const struct lazynccl_tuner_real *real, void *ctx,
                               const struct lazynccl_tuner_question *q, int collnet, int nvls,
                               int *algorithm, int *protocol)
{
    if (real->version == 1)
        return TABLE(real, 1)->getCollInfo(q->function, q->bytes, collnet, nvls, q->operations,
                                           algorithm, protocol, q->channels);
    return TABLE(real, 2)->getCollInfo(ctx, q->function, q->bytes, collnet, nvls, q->operations,
                                       algorithm, protocol, q->channels);
}

int lazynccl_tuner_real_costs(const struct lazynccl_tuner_real *real, void *ctx,
                              const struct lazynccl_tuner_question *q)
{
    float **costs = (float **)(void *)q->costs; /* NCCL's type of it; not an array of pointers */

    if (real->version == 3)
        return TABLE(real, 3)->getCollInfo(ctx, q->function, q->bytes, q->operations, costs,
                                           q->algorithms, q->protocols, q->channels);
    return TABLE(real, 4)->getCollInfo(ctx, q->function, q->bytes, q->operations, costs,
                                       q->algorithms, q->protocols, q->registered, q->channels);
}

int lazynccl_tuner_real_chunk(const struct lazynccl_tuner_real *real, void *ctx,
                              const struct lazynccl_tuner_question *q, int algorithm, int protocol,
                              size_t *chunk)
{
    if (real->version < 6 || !TABLE(real, 6)->getChunkSize)
        return LAZYNCCL_NET_SUCCESS;
    return TABLE(real, 6)->getChunkSize(ctx, q->function, q->bytes, algorithm, protocol,
                                        *q->channels, chunk);
}
