/* Records NCCL's calls of a network plugin in a file that `lazynccl plugin check` replays.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "netplugin/core/record_format.h"

/* Starts the recording that LAZYNCCL_NET_RECORD requests. Logs an error if it cannot. Called once.
 */
void lazynccl_record_begin(int caller, int plugin);

/* Returns the number for the next comm. */
uint32_t lazynccl_record_comm(void);

/* Write a call if recording is on, without a lock. The functions with a `result` parameter write
 * only successful calls and return the result. A request has n messages; `sizes` and `tags` may be
 * NULL. */
void lazynccl_record_life(enum lazynccl_record_kind, uint32_t comm, int dev);
int lazynccl_record_request(int result, enum lazynccl_record_kind, uint32_t comm,
                            void *const *request, int n, const size_t *sizes, const int *tags);
int lazynccl_record_done(int result, const void *request, const int *done, const int *sizes);
