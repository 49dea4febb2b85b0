/* The canonical operations, with the parameters of the newest version and all removed ones.
 * Generated from nccl_net.toml: edit that file and regenerate.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_NET_OPERATIONS_H
#define LAZYNCCL_NET_OPERATIONS_H

#include "lazynccl_net.h"

#define LAZYNCCL_NET_OLDEST 4
#define LAZYNCCL_NET_EACH_VERSION(X) X(4) X(5)
#define LAZYNCCL_NET_ALL_MARKERS 3
#define LAZYNCCL_NET_FINI "tiny_fini"

/* The first version of each operation that older versions lack. */
#define LAZYNCCL_NET_makeVDevice_SINCE 5
#define LAZYNCCL_NET_finalize_SINCE 5

struct lazynccl_net_real;
typedef struct lazynccl_net_properties_v5 lazynccl_net_properties;
typedef struct lazynccl_net_vdevice_v5 lazynccl_net_vdevice;

/* The values of members that a plugin does not set, as if its version lacked these members. */
#define LAZYNCCL_NET_UNSET(dev) \
    (lazynccl_net_properties) { \
        .latency = 0, \
        .vProps = {1, {dev}}, \
    }

struct lazynccl_net_operations {
    int (*init)(const struct lazynccl_net_real *real, void **ctx, lazynccl_net_log log,
                lazynccl_net_profiler profiler);
    int (*getProperties)(const struct lazynccl_net_real *real, int dev,
                         struct lazynccl_net_properties_v5 *props);
    int (*connect)(const struct lazynccl_net_real *real, void *ctx, int dev,
                   struct lazynccl_net_config *config, void *handle, void **sendComm);
    int (*isend)(const struct lazynccl_net_real *real, void *sendComm, void *data, size_t size,
                 int tag, void **request);
    int (*irecv)(const struct lazynccl_net_real *real, void *recvComm, int n, void **data,
                 size_t *size, int *tag, void **request);
    int (*closeSend)(const struct lazynccl_net_real *real, void *sendComm);
    int (*makeVDevice)(const struct lazynccl_net_real *real, int *d,
                       struct lazynccl_net_vdevice_v5 *props);
    int (*finalize)(const struct lazynccl_net_real *real, void *ctx);
};

#endif
