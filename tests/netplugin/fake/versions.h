/* The layout of NCCL's net plugin tables, v4 to v12, written by hand and not by the generator, so
 * that errors of the generator are detected.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Each line of a table is a member, with the version that introduced its type. */
#ifndef VERSIONS_H
#define VERSIONS_H
#include <stddef.h>
#include <stdint.h>

/* VERSIONED(net, VERSION) is net_v8 where VERSION is 8; OF_VERSION(net) takes the macro VERSION. */
#define VERSIONED_(name, version) name##_v##version
#define VERSIONED(name, version) VERSIONED_(name, version)
#define OF_VERSION(name) VERSIONED(name, VERSION)

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

struct net_vdevice_v9 {
    int ndevs, devs[4];
};

struct net_vdevice_v12 {
    int ndevs, devs[8];
};

#define net_vdevice_v10 net_vdevice_v9
#define net_vdevice_v11 net_vdevice_v9

/* Properties */

struct net_properties_v4 {
    char *name, *pciPath;
    uint64_t guid;
    int ptrSupport, speed, port, maxComms;
};

struct net_properties_v6 {
    char *name, *pciPath;
    uint64_t guid;
    int ptrSupport, speed, port;
    float latency;
    int maxComms, maxRecvs;
};

struct net_properties_v7 {
    char *name, *pciPath;
    uint64_t guid;
    int ptrSupport, speed, port;
    float latency;
    int maxComms, maxRecvs, netDeviceType, netDeviceVersion;
};

struct net_properties_v8 {
    char *name, *pciPath;
    uint64_t guid;
    int ptrSupport, regIsGlobal, speed, port;
    float latency;
    int maxComms, maxRecvs, netDeviceType, netDeviceVersion;
};

struct net_properties_v9 {
    char *name, *pciPath;
    uint64_t guid;
    int ptrSupport, regIsGlobal, forceFlush, speed, port;
    float latency;
    int maxComms, maxRecvs, netDeviceType, netDeviceVersion;
    struct net_vdevice_v9 vProps;
    size_t maxP2pBytes, maxCollBytes;
};

struct net_properties_v11 {
    char *name, *pciPath;
    uint64_t guid;
    int ptrSupport, regIsGlobal, forceFlush, speed, port;
    float latency;
    int maxComms, maxRecvs, netDeviceType, netDeviceVersion;
    struct net_vdevice_v9 vProps;
    size_t maxP2pBytes, maxCollBytes;
    int maxMultiRequestSize;
};

struct net_properties_v12 {
    char *name, *pciPath;
    uint64_t guid;
    int ptrSupport, regIsGlobal, forceFlush, speed, port;
    float latency;
    int maxComms, maxRecvs, netDeviceType, netDeviceVersion;
    struct net_vdevice_v12 vProps;
    size_t maxP2pBytes, maxCollBytes;
    int maxMultiRequestSize;
    int16_t railId, planeId;
};

#define net_properties_v5 net_properties_v6
#define net_properties_v10 net_properties_v9

/* Tables */

#define NAME_4 const char *name
#define INIT_4 int (*init)(net_log log)
#define INIT_10 int (*init)(net_log log, net_profiler profiler)
#define INIT_11                                                                                    \
    int (*init)(void **ctx, uint64_t commId, struct net_config *config, net_log log,               \
                net_profiler profiler)
#define DEVICES_4 int (*devices)(int *ndev)
#define PROPERTIES(version) int (*getProperties)(int dev, struct net_properties_v##version *props)
#define LISTEN_4 int (*listen)(int dev, void *handle, void **listenComm)
#define LISTEN_11 int (*listen)(void *ctx, int dev, void *handle, void **listenComm)
#define CONNECT_4 int (*connect)(int dev, void *handle, void **sendComm)
#define CONNECT_7                                                                                  \
    int (*connect)(int dev, void *handle, void **sendComm, struct net_device_handle **sendDevComm)
#define CONNECT_10                                                                                 \
    int (*connect)(int dev, struct net_config *config, void *handle, void **sendComm,              \
                   struct net_device_handle **sendDevComm)
#define CONNECT_11                                                                                 \
    int (*connect)(void *ctx, int dev, void *handle, void **sendComm,                              \
                   struct net_device_handle **sendDevComm)
#define ACCEPT_4 int (*accept)(void *listenComm, void **recvComm)
#define ACCEPT_7                                                                                   \
    int (*accept)(void *listenComm, void **recvComm, struct net_device_handle **recvDevComm)
#define REG_4 int (*regMr)(void *comm, void *data, int size, int type, void **mhandle)
#define REG_8 int (*regMr)(void *comm, void *data, size_t size, int type, void **mhandle)
#define REG_DMABUF_6                                                                               \
    int (*regMrDmaBuf)(void *comm, void *data, size_t size, int type, uint64_t offset, int fd,     \
                       void **mhandle)
#define DEREG_4 int (*deregMr)(void *comm, void *mhandle)
#define ISEND_4 int (*isend)(void *sendComm, void *data, int size, void *mhandle, void **request)
#define ISEND_5                                                                                    \
    int (*isend)(void *sendComm, void *data, int size, int tag, void *mhandle, void **request)
#define ISEND_9                                                                                    \
    int (*isend)(void *sendComm, void *data, size_t size, int tag, void *mhandle, void **request)
#define ISEND_10                                                                                   \
    int (*isend)(void *sendComm, void *data, size_t size, int tag, void *mhandle, void *phandle,   \
                 void **request)
#define IRECV_4 int (*irecv)(void *recvComm, void *data, int size, void *mhandle, void **request)
#define IRECV_5                                                                                    \
    int (*irecv)(void *recvComm, int n, void **data, int *sizes, int *tags, void **mhandles,       \
                 void **request)
#define IRECV_9                                                                                    \
    int (*irecv)(void *recvComm, int n, void **data, size_t *sizes, int *tags, void **mhandles,    \
                 void **request)
#define IRECV_10                                                                                   \
    int (*irecv)(void *recvComm, int n, void **data, size_t *sizes, int *tags, void **mhandles,    \
                 void **phandles, void **request)
#define IFLUSH_4 int (*iflush)(void *recvComm, void *data, int size, void *mhandle, void **request)
#define IFLUSH_5                                                                                   \
    int (*iflush)(void *recvComm, int n, void **data, int *sizes, void **mhandles, void **request)
#define TEST_4 int (*test)(void *request, int *done, int *sizes)
#define CLOSE_4 int (*closeSend)(void *comm), (*closeRecv)(void *comm), (*closeListen)(void *comm)
#define DEVICE_MR_7 int (*getDeviceMr)(void *comm, void *mhandle, void **dptr_mhandle)
#define CONSUMED_7 int (*irecvConsumed)(void *recvComm, int n, void *request)
#define VDEVICE(version) int (*makeVDevice)(int *d, struct net_vdevice_v##version *props)
#define FINALIZE_11 int (*finalize)(void *ctx)
#define SET_ATTR_11 int (*setNetAttr)(void *ctx, struct net_attr *netAttr)

/* clang-format off */
struct net_v4 {
    NAME_4; INIT_4; DEVICES_4; PROPERTIES(4); LISTEN_4; CONNECT_4; ACCEPT_4; REG_4; DEREG_4;
    ISEND_4; IRECV_4; IFLUSH_4; TEST_4; CLOSE_4;
};
struct net_v5 {
    NAME_4; INIT_4; DEVICES_4; PROPERTIES(6); LISTEN_4; CONNECT_4; ACCEPT_4; REG_4; DEREG_4;
    ISEND_5; IRECV_5; IFLUSH_5; TEST_4; CLOSE_4;
};
struct net_v6 {
    NAME_4; INIT_4; DEVICES_4; PROPERTIES(6); LISTEN_4; CONNECT_4; ACCEPT_4; REG_4; REG_DMABUF_6;
    DEREG_4; ISEND_5; IRECV_5; IFLUSH_5; TEST_4; CLOSE_4;
};
struct net_v7 {
    NAME_4; INIT_4; DEVICES_4; PROPERTIES(7); LISTEN_4; CONNECT_7; ACCEPT_7; REG_4; REG_DMABUF_6;
    DEREG_4; ISEND_5; IRECV_5; IFLUSH_5; TEST_4; CLOSE_4; DEVICE_MR_7; CONSUMED_7;
};
struct net_v8 {
    NAME_4; INIT_4; DEVICES_4; PROPERTIES(8); LISTEN_4; CONNECT_7; ACCEPT_7; REG_8; REG_DMABUF_6;
    DEREG_4; ISEND_5; IRECV_5; IFLUSH_5; TEST_4; CLOSE_4; DEVICE_MR_7; CONSUMED_7;
};
struct net_v9 {
    NAME_4; INIT_4; DEVICES_4; PROPERTIES(9); LISTEN_4; CONNECT_7; ACCEPT_7; REG_8; REG_DMABUF_6;
    DEREG_4; ISEND_9; IRECV_9; IFLUSH_5; TEST_4; CLOSE_4; DEVICE_MR_7; CONSUMED_7; VDEVICE(9);
};
struct net_v10 {
    NAME_4; INIT_10; DEVICES_4; PROPERTIES(9); LISTEN_4; CONNECT_10; ACCEPT_7; REG_8; REG_DMABUF_6;
    DEREG_4; ISEND_10; IRECV_10; IFLUSH_5; TEST_4; CLOSE_4; DEVICE_MR_7; CONSUMED_7; VDEVICE(9);
};
struct net_v11 {
    NAME_4; INIT_11; DEVICES_4; PROPERTIES(11); LISTEN_11; CONNECT_11; ACCEPT_7; REG_8;
    REG_DMABUF_6; DEREG_4; ISEND_10; IRECV_10; IFLUSH_5; TEST_4; CLOSE_4; DEVICE_MR_7; CONSUMED_7;
    VDEVICE(9); FINALIZE_11; SET_ATTR_11;
};
struct net_v12 {
    NAME_4; INIT_11; DEVICES_4; PROPERTIES(12); LISTEN_11; CONNECT_11; ACCEPT_7; REG_8;
    REG_DMABUF_6; DEREG_4; ISEND_10; IRECV_10; IFLUSH_5; TEST_4; CLOSE_4; DEVICE_MR_7; CONSUMED_7;
    VDEVICE(12); FINALIZE_11; SET_ATTR_11;
};
/* clang-format on */

/* As measured on NCCL's own structs; without maxRecvs, maxComms is the last member. */
#define MEASURED(version, table, properties, member, at)                                           \
    _Static_assert(sizeof(struct net_v##version) == (table) &&                                     \
                       sizeof(struct net_properties_v##version) == (properties) &&                 \
                       offsetof(struct net_properties_v##version, member) == (at),                 \
                   "v" #version)
MEASURED(4, 128, 40, maxComms, 36);
MEASURED(5, 128, 48, maxRecvs, 44);
MEASURED(6, 136, 48, maxRecvs, 44);
MEASURED(7, 152, 56, maxRecvs, 44);
MEASURED(8, 152, 64, maxRecvs, 48);
MEASURED(9, 160, 104, maxRecvs, 52);
MEASURED(10, 160, 104, maxRecvs, 52);
MEASURED(11, 176, 112, maxRecvs, 52);
MEASURED(12, 176, 128, maxRecvs, 52);
#endif
