/* The tuner in or beside the real network plugin, called in its own version.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_NETPLUGIN_LAZY_TUNER_H
#define LAZYNCCL_NETPLUGIN_LAZY_TUNER_H

#include "netplugin/lazy/tuner_versions.h"

/* Begins a communicator: `caller` is the version that NCCL calls. *ctx is NULL if there is no
 * tuner, which is a success: NCCL takes a failure for its own. */
int lazynccl_tuner_begin(int caller, const struct lazynccl_tuner_communicator *, void **ctx);
int lazynccl_tuner_end(void *ctx);

/* Each does nothing if ctx is NULL. */
int lazynccl_tuner_ask(void *ctx, const struct lazynccl_tuner_question *);
int lazynccl_tuner_chunk(void *ctx, int function, size_t bytes, int algorithm, int protocol,
                         int channels, size_t *chunk);

#endif
