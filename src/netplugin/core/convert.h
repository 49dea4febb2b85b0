/* What the adapters convert with. Each returns 0, or -1 once the fault is told.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_NETPLUGIN_CORE_CONVERT_H
#define LAZYNCCL_NETPLUGIN_CORE_CONVERT_H

#include "netplugin/core/net.h"

/* Tells a fault, with both versions at its end. */
int lazynccl_net_refuse(const struct lazynccl_net_real *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Numbers that the other side's type may not hold: `what` is the parameter's name. */
int lazynccl_net_size_to_int(const struct lazynccl_net_real *, const char *operation,
                             const char *what, size_t, int *);
int lazynccl_net_int_to_size(const struct lazynccl_net_real *, const char *operation,
                             const char *what, int, size_t *);

int lazynccl_net_size_to_uint32(const struct lazynccl_net_real *, const char *operation,
                                const char *what, size_t, uint32_t *);
int lazynccl_net_uint32_to_size(const struct lazynccl_net_real *, const char *operation,
                                const char *what, uint32_t, size_t *);

/* The same for n of them, where n is checked before by lazynccl_net_count(). */
int lazynccl_net_sizes_to_ints(const struct lazynccl_net_real *, const char *operation,
                               const char *what, int n, const size_t *, int *);
int lazynccl_net_ints_to_sizes(const struct lazynccl_net_real *, const char *operation,
                               const char *what, int n, const int *, size_t *);

/* n must be 0 to LAZYNCCL_NET_MAX_RECVS; or 1, for versions without grouped receives. */
int lazynccl_net_count(const struct lazynccl_net_real *, const char *operation, int n);
int lazynccl_net_one(const struct lazynccl_net_real *, const char *operation, int n);

/* A caller's handle of `size` bytes in a place of LAZYNCCL_NET_HANDLE_SIZE, and back: some plugins
 * keep notes in it from one connect to the next. What is written beyond its end is a fault. */
void lazynccl_net_lend_handle(unsigned char *place, const void *handle, size_t size);
int lazynccl_net_return_handle(const struct lazynccl_net_real *, const char *operation,
                               const unsigned char *place, void *handle, size_t size);

/* The same for what n ranks wrote, which are only read: places that free() takes, or NULL. */
void **lazynccl_net_lend_handles(int n, void *const *handles, size_t size);

/* The members of a virtual device, between structs that hold different numbers of them. */
int lazynccl_net_copy_devices(const struct lazynccl_net_real *, const char *operation,
                              const int *from, int from_count, int from_size, int *to,
                              int *to_count, int to_size);
#define LAZYNCCL_NET_COPY_DEVICES(real, operation, from, to)                                       \
    lazynccl_net_copy_devices(real, operation, (from)->devs, (from)->ndevs,                        \
                              (int)(sizeof(from)->devs / sizeof *(from)->devs), (to)->devs,        \
                              &(to)->ndevs, (int)(sizeof(to)->devs / sizeof *(to)->devs))

/* Takes out of *request what this version has no meaning for. */
void lazynccl_net_keep_markers(void **request, unsigned known);

#endif
