/* The layout of NCCL's CollNet tables, v4 to v12, written by hand, as in versions.h.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef COLLNET_VERSIONS_H
#define COLLNET_VERSIONS_H
#include "versions.h"

struct net_part_v8 {
    void *mhandle, *address;
    uint32_t size;
};

struct net_part_v9 {
    void *mhandle, *address;
    size_t size;
};

#define net_part_v10 net_part_v9
#define net_part_v11 net_part_v9
#define net_part_v12 net_part_v9

/* Differences between versions: CTX and ITS, a context; SIZE and COUNT, a type. */
#if VERSION >= 11
#define CTX void *ctx,
#else
#define CTX
#endif
#if VERSION >= 8
#define SIZE size_t
#else
#define SIZE int
#endif
#if VERSION >= 9
#define COUNT size_t
#else
#define COUNT int
#endif

struct collnet {
    const char *name;
#if VERSION >= 11
    int (*init)(void **ctx, uint64_t commId, net_log log);
#else
    int (*init)(net_log log);
#endif
    int (*devices)(int *count);
    int (*getProperties)(int dev, struct OF_VERSION(net_properties) * props);
    int (*listen)(CTX int dev, void *handle, void **listenComm);
    int (*connect)(void *handles[], int ranks, int rank, void *listenComm, void **collComm);
    int (*reduceSupport)(int type, int operation, int *supported);
    int (*regMr)(void *collComm, void *data, SIZE size, int type, void **mhandle);
#if VERSION >= 6
    int (*regMrDmaBuf)(void *collComm, void *data, size_t size, int type, uint64_t offset, int fd,
                       void **mhandle);
#endif
    int (*deregMr)(void *collComm, void *mhandle);
    int (*iallreduce)(void *collComm, void *from, void *to, COUNT count, int type, int operation,
                      void *from_mhandle, void *to_mhandle, void **request);
#if VERSION >= 8
    int (*iallgather)(void *collComm, void *from, int parts, struct OF_VERSION(net_part) * to,
                      size_t each, size_t offset, size_t bytes, void *mhandle, void **request);
    int (*ireducescatter)(void *collComm, int parts, struct OF_VERSION(net_part) * from, void *to,
                          size_t each, size_t offset, size_t bytes, int type, int operation,
                          void *mhandle, void **request);
#endif
    int (*iflush)(void *collComm, void *data, int size, void *mhandle, void **request);
    int (*test)(void *request, int *done, int *size);
    int (*closeColl)(void *collComm);
    int (*closeListen)(void *listenComm);
#if VERSION >= 9
    int (*makeVDevice)(int *dev, struct OF_VERSION(net_vdevice) * props);
#endif
#if VERSION >= 11
    int (*finalize)(void *ctx);
#endif
};

#endif
