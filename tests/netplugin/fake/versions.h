/* The layout of NCCL's net plugin table in VERSION, 4 to 12, written by hand and not by the
 * generator, so that errors of the generator are detected.
 *
 * SINCE_9(text) is `text` if VERSION is 9 or later, and BEFORE_9(text) if it is not; otherwise they
 * are nothing. */
#pragma once
#include <stddef.h>
#include <stdint.h>

#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)
#define TEXT2(a) #a
#define TEXT(a) TEXT2(a)

#define SINCE_4(...) __VA_ARGS__
#if VERSION >= 5
#define SINCE_5(...) __VA_ARGS__
#define BEFORE_5(...)
#else
#define SINCE_5(...)
#define BEFORE_5(...) __VA_ARGS__
#endif
#if VERSION >= 6
#define SINCE_6(...) __VA_ARGS__
#else
#define SINCE_6(...)
#endif
#if VERSION >= 7
#define SINCE_7(...) __VA_ARGS__
#else
#define SINCE_7(...)
#endif
#if VERSION >= 8
#define SINCE_8(...) __VA_ARGS__
#define BEFORE_8(...)
#else
#define SINCE_8(...)
#define BEFORE_8(...) __VA_ARGS__
#endif
#if VERSION >= 9
#define SINCE_9(...) __VA_ARGS__
#define BEFORE_9(...)
#else
#define SINCE_9(...)
#define BEFORE_9(...) __VA_ARGS__
#endif
#if VERSION >= 10
#define SINCE_10(...) __VA_ARGS__
#define BEFORE_10(...)
#else
#define SINCE_10(...)
#define BEFORE_10(...) __VA_ARGS__
#endif
#if VERSION >= 11
#define SINCE_11(...) __VA_ARGS__
#define BEFORE_11(...)
#else
#define SINCE_11(...)
#define BEFORE_11(...) __VA_ARGS__
#endif
#if VERSION >= 12
#define SINCE_12(...) __VA_ARGS__
#define BEFORE_12(...)
#else
#define SINCE_12(...)
#define BEFORE_12(...) __VA_ARGS__
#endif

enum { SUCCESS = 0, SYSTEM_ERROR = 2, INTERNAL_ERROR = 3, INVALID_ARGUMENT = 4, INVALID_USAGE = 5 };
enum { PTR_HOST = 1, PTR_CUDA = 2, PTR_DMABUF = 4 };
enum { LOG_WARN = 2, LOG_INFO = 3 };

/* The values of *request before a call, since v9 and v11. */
#define OPTIONAL_RECV_COMPLETION ((void *)1)
#define MULTI_REQUEST ((void *)2)

typedef void (*net_log)(int level, unsigned long flags, const char *file, int line,
                        const char *format, ...);
typedef int (*net_profiler)(void **event, int type, void *parent, int64_t plugin, void *data);

struct net_device_handle {
    int netDeviceType, netDeviceVersion;
    void *handle;
    size_t size;
    int needsProxyProgress;
};

struct net_config {
    int trafficClass;
};

struct net_comm_attr {
    int32_t maxConcurrentPeers, minConcurrentPeers, maxFlowsPerPeer, minFlowsPerPeer;
};

struct net_attr {
    struct net_comm_attr sendCommAttr, recvCommAttr;
    uint32_t op, algo, proto;
};

/* clang-format off */
struct net_vdevice {
    int ndevs, devs[BEFORE_12(4) SINCE_12(8)];
};

/* Each member of the properties, with the version that introduced it. */
#define EACH_PROPERTY(X)                                                                           \
    X(4, char *, name) X(4, char *, pciPath) X(4, uint64_t, guid) X(4, int, ptrSupport)            \
    X(8, int, regIsGlobal) X(9, int, forceFlush) X(4, int, speed) X(4, int, port)                  \
    X(5, float, latency) X(4, int, maxComms) X(5, int, maxRecvs) X(7, int, netDeviceType)          \
    X(7, int, netDeviceVersion) X(9, struct net_vdevice, vProps) X(9, size_t, maxP2pBytes)         \
    X(9, size_t, maxCollBytes) X(11, int, maxMultiRequestSize) X(12, int16_t, railId)              \
    X(12, int16_t, planeId)
#define MEMBER(since, type, name) SINCE_##since(type name;)
struct net_properties {
    EACH_PROPERTY(MEMBER)
};

/* The parameters of operations that changed. */
#define MESSAGE_SIZE BEFORE_9(int) SINCE_9(size_t)
#define DEVICE_PLACE SINCE_7(, struct net_device_handle **device)
#define INIT_PARAMETERS                                                                            \
    SINCE_11(void **ctx, uint64_t commId, struct net_config *config,) net_log log                  \
    SINCE_10(, net_profiler profiler)
#define LISTEN_PARAMETERS SINCE_11(void *ctx,) int dev, void *handle, void **comm
#define CONNECT_PARAMETERS                                                                         \
    SINCE_11(void *ctx,) int dev, SINCE_10(BEFORE_11(struct net_config *config,)) void *handle,    \
    void **comm DEVICE_PLACE
#define ACCEPT_PARAMETERS void *listening, void **comm DEVICE_PLACE
#define REG_PARAMETERS                                                                             \
    void *comm, void *data, BEFORE_8(int) SINCE_8(size_t) size, int type, void **mhandle
#define REG_DMABUF_PARAMETERS                                                                      \
    void *comm, void *data, size_t size, int type, uint64_t offset, int fd, void **mhandle
#define ISEND_PARAMETERS                                                                           \
    void *comm, void *data, MESSAGE_SIZE size, SINCE_5(int tag,) void *mhandle,                    \
    SINCE_10(void *phandle,) void **request
#define IRECV_PARAMETERS                                                                           \
    void *comm, BEFORE_5(void *data, int size, void *mhandle,)                                     \
    SINCE_5(int n, void **data, MESSAGE_SIZE *sizes, int *tags, void **mhandles,)                  \
    SINCE_10(void **phandles,) void **request
#define IFLUSH_PARAMETERS                                                                          \
    void *comm, BEFORE_5(void *data, int size, void *mhandle,)                                     \
    SINCE_5(int n, void **data, int *sizes, void **mhandles,) void **request

struct net_table {
    const char *name;
    int (*init)(INIT_PARAMETERS);
    int (*devices)(int *ndev);
    int (*getProperties)(int dev, struct net_properties *props);
    int (*listen)(LISTEN_PARAMETERS);
    int (*connect)(CONNECT_PARAMETERS);
    int (*accept)(ACCEPT_PARAMETERS);
    int (*regMr)(REG_PARAMETERS);
    SINCE_6(int (*regMrDmaBuf)(REG_DMABUF_PARAMETERS);)
    int (*deregMr)(void *comm, void *mhandle);
    int (*isend)(ISEND_PARAMETERS);
    int (*irecv)(IRECV_PARAMETERS);
    int (*iflush)(IFLUSH_PARAMETERS);
    int (*test)(void *request, int *done, int *sizes);
    int (*closeSend)(void *comm), (*closeRecv)(void *comm), (*closeListen)(void *comm);
    SINCE_7(int (*getDeviceMr)(void *comm, void *mhandle, void **device);)
    SINCE_7(int (*irecvConsumed)(void *comm, int n, void *request);)
    SINCE_9(int (*makeVDevice)(int *dev, struct net_vdevice *props);)
    SINCE_11(int (*finalize)(void *ctx);)
    SINCE_11(int (*setNetAttr)(void *ctx, struct net_attr *attr);)
};
/* clang-format on */

/* As measured on NCCL's own structs: the bytes of the table and of the properties, and the offset
 * of maxRecvs; without maxRecvs, maxComms is the last member. */
#define MEASURED(version, table, properties, member, at)                                           \
    _Static_assert(VERSION != (version) || (sizeof(struct net_table) == (table) &&                 \
                                            sizeof(struct net_properties) == (properties) &&       \
                                            offsetof(struct net_properties, member) == (at)),      \
                   "v" #version)
BEFORE_5(MEASURED(4, 128, 40, maxComms, 36);)
SINCE_5(MEASURED(5, 128, 48, maxRecvs, 44);)
SINCE_5(MEASURED(6, 136, 48, maxRecvs, 44);)
SINCE_5(MEASURED(7, 152, 56, maxRecvs, 44);)
SINCE_5(MEASURED(8, 152, 64, maxRecvs, 48);)
SINCE_5(MEASURED(9, 160, 104, maxRecvs, 52);)
SINCE_5(MEASURED(10, 160, 104, maxRecvs, 52);)
SINCE_5(MEASURED(11, 176, 112, maxRecvs, 52);)
SINCE_5(MEASURED(12, 176, 128, maxRecvs, 52);)
