/* Conversions for the adapters. Each returns 0, or -1 after reporting the fault.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "netplugin/core/net.h"

/* Reports a fault; the message ends with both versions, if both are known. Returns -1. */
int lazynccl_net_refuse(const struct lazynccl_net_real *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Convert numbers that may not fit the other type. `what` is the name of the parameter. */
int lazynccl_net_size_to_int(const struct lazynccl_net_real *, const char *operation,
                             const char *what, size_t, int *);
int lazynccl_net_int_to_size(const struct lazynccl_net_real *, const char *operation,
                             const char *what, int, size_t *);

/* Checks that n is from 0 to LAZYNCCL_NET_MAX_RECVS, or exactly 1 for versions without grouped
 * receives. */
int lazynccl_net_count(const struct lazynccl_net_real *, const char *operation, int n);
int lazynccl_net_one(const struct lazynccl_net_real *, const char *operation, int n);

/* Copy a caller's handle of `size` bytes into a buffer of LAZYNCCL_NET_HANDLE_SIZE, and back,
 * because some plugins keep state in it between calls of connect. Writing past `size` bytes is a
 * fault. */
void lazynccl_net_lend_handle(unsigned char *place, const void *handle, size_t size);
int lazynccl_net_return_handle(const struct lazynccl_net_real *, const char *operation,
                               const unsigned char *place, void *handle, size_t size);

/* Copies the devices of a virtual device between structs with different capacities. */
int lazynccl_net_copy_devices(const struct lazynccl_net_real *, const char *operation,
                              const int *from, int from_count, int from_size, int *to,
                              int *to_count, int to_size);
#define LAZYNCCL_NET_COPY_DEVICES(real, operation, from, to)                                       \
    lazynccl_net_copy_devices(real, operation, (from)->devs, (from)->ndevs,                        \
                              (int)(sizeof(from)->devs / sizeof *(from)->devs), (to)->devs,        \
                              &(to)->ndevs, (int)(sizeof(to)->devs / sizeof *(to)->devs))

/* Clears the markers in *request that this version does not define. */
void lazynccl_net_keep_markers(void **request, unsigned known);
