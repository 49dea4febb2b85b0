/* Records NCCL's calls of a network plugin in a file that `lazynccl plugin check` replays.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "netplugin/core/record_format.h"

/* Starts the recording that LAZYNCCL_NET_RECORD requests, unless it has started. Logs an error if
 * it cannot. */
void lazynccl_record_begin(int caller, int plugin);

/* Returns the number for the next comm. */
uint32_t lazynccl_record_comm(void);

/* Write a call if recording is on, without a lock. The functions with a `result` parameter write
 * only successful calls and return the result. */
void lazynccl_record_life(enum lazynccl_record_kind, uint32_t comm, int dev);
int lazynccl_record_send(int result, uint32_t comm, void *const *request, size_t size, int tag);
int lazynccl_record_receive(int result, uint32_t comm, void *const *request, int n,
                            const size_t *sizes, const int *tags);
int lazynccl_record_flush(int result, uint32_t comm, void *const *request);
int lazynccl_record_done(int result, const void *request, const int *done, const int *sizes);
