/* A recording: NCCL's calls of a network plugin, in a file that `lazynccl plugin check` replays.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_NETPLUGIN_CORE_RECORD_H
#define LAZYNCCL_NETPLUGIN_CORE_RECORD_H

#include "netplugin/core/record_format.h"

/* Begins the recording that LAZYNCCL_NET_RECORD asks for, unless it has begun; what prevents it is
 * logged. */
void lazynccl_record_begin(int caller, int plugin);

/* The next comm's number. */
uint32_t lazynccl_record_comm(void);

/* Each writes a call, if calls are recorded; without a lock. Those that have its result write it if
 * it succeeded, and return that. */
void lazynccl_record_life(enum lazynccl_record_kind, uint32_t comm, int dev);
int lazynccl_record_send(int result, uint32_t comm, void *const *request, size_t size, int tag);
int lazynccl_record_receive(int result, uint32_t comm, void *const *request, int n,
                            const size_t *sizes, const int *tags);
int lazynccl_record_flush(int result, uint32_t comm, void *const *request);
int lazynccl_record_done(int result, const void *request, const int *done, const int *sizes);

#endif
