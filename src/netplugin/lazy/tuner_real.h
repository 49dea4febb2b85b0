/* Calls a tuner's table of any version.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_NETPLUGIN_LAZY_TUNER_REAL_H
#define LAZYNCCL_NETPLUGIN_LAZY_TUNER_REAL_H

#include "netplugin/core/net.h"
#include "netplugin/lazy/tuner_versions.h"

struct lazynccl_tuner_real {
    const void *table; /* NULL: there is no tuner */
    int version;
};

/* The first operation that NCCL calls without asking and the table does not have; or NULL. */
const char *lazynccl_tuner_real_missing(const struct lazynccl_tuner_real *);

/* Each returns what the tuner returns; `ctx` is what its init gave, and means nothing to v1. */
int lazynccl_tuner_real_init(const struct lazynccl_tuner_real *,
                             const struct lazynccl_tuner_communicator *, void **ctx);
int lazynccl_tuner_real_end(const struct lazynccl_tuner_real *, void *ctx);

/* Before v3: which algorithm and protocol it chooses. */
int lazynccl_tuner_real_choose(const struct lazynccl_tuner_real *, void *ctx,
                               const struct lazynccl_tuner_question *, int collnet, int nvls,
                               int *algorithm, int *protocol);
/* Since v3: changes the costs. */
int lazynccl_tuner_real_costs(const struct lazynccl_tuner_real *, void *ctx,
                              const struct lazynccl_tuner_question *);
/* Leaves *chunk if the tuner has no getChunkSize. */
int lazynccl_tuner_real_chunk(const struct lazynccl_tuner_real *, void *ctx,
                              const struct lazynccl_tuner_question *, int algorithm, int protocol,
                              size_t *chunk);

#endif
