/* NCCL's network plugins: the tables that they export, in every version, and the macros that export
 * them.
 *
 * Write a plugin for one version, preferably the newest, and link it with liblazynccl-net.a. It
 * then exports every version since v4:
 *
 *     static lazynccl_net_result my_init(void **ctx, uint64_t commId, ...) { ... }
 *     static const struct lazynccl_net_v5 mine = {.name = "mine", .init = my_init, ...};
 *     LAZYNCCL_NET_PLUGIN(mine)
 *
 * See docs/plugins/write.md. C11 or C++; for 64-bit Linux.
 * If nccl.h is included first, operations return ncclResult_t, otherwise int. The linker accepts
 * both, the compiler only the one that is declared.
 *
 * Since 0.1. Generated from nccl_net.toml.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_NET_H
#define LAZYNCCL_NET_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#define LAZYNCCL_NET_REQUIRE static_assert
#else
#define LAZYNCCL_NET_REQUIRE _Static_assert
#endif
#define LAZYNCCL_NET_ASSERT(holds, what) LAZYNCCL_NET_REQUIRE(holds, #what " differs from NCCL's")

#define LAZYNCCL_NET_NEWEST 5       /* the newest version here */
#define LAZYNCCL_NET_HANDLE_SIZE 128 /* the most bytes that listen may write; 64 in v4 */
#define LAZYNCCL_NET_MAX_RECVS 8    /* the most buffers in one irecv */
#define LAZYNCCL_NET_SUCCESS 0
#define LAZYNCCL_NET_SYSTEM_ERROR 2
#define LAZYNCCL_NET_INVALID_USAGE 5

/* Values that NCCL passes in *request as a hint to the plugin. */
#define LAZYNCCL_NET_OPTIONAL 1 /* since v4 */
#define LAZYNCCL_NET_MULTI 2 /* since v5 */

#ifdef NCCL_VERSION_CODE
typedef ncclResult_t lazynccl_net_result;
#else
typedef int lazynccl_net_result;
#endif

/* NCCL's log function. Level and subsystems are defined above; each call logs one line. */
typedef void (*lazynccl_net_log)(int level, unsigned long subsystems, const char *file, int line,
                                 const char *format, ...);

/* NCCL's profiler function. Reports an event below `parent`, which is a phandle. */
typedef lazynccl_net_result (*lazynccl_net_profiler)(void **event, int type, void *parent,
                                                     int64_t plugin, void *data);

struct lazynccl_net_config {
    int trafficClass;
};

struct lazynccl_net_vdevice_v4 {
    int ndevs;
    int devs[2];
};

struct lazynccl_net_vdevice_v5 {
    int ndevs;
    int devs[4];
};

/* The properties that getProperties writes. The strings belong to the plugin and must be valid as
 * long as it is loaded. */
struct lazynccl_net_properties_v4 {
    const char *name;
};
LAZYNCCL_NET_ASSERT(sizeof(struct lazynccl_net_properties_v4) == 8, lazynccl_net_properties_v4);
struct lazynccl_net_properties_v5 {
    const char *name;
    float latency;
    struct lazynccl_net_vdevice_v5 vProps;
};
LAZYNCCL_NET_ASSERT(sizeof(struct lazynccl_net_properties_v5) == 32, lazynccl_net_properties_v5);

/* The tables that a plugin exports as ncclNetPlugin_vN. */
struct lazynccl_net_v4 {
    const char *name;
    lazynccl_net_result (*init)(lazynccl_net_log log);
    lazynccl_net_result (*getProperties)(int dev, struct lazynccl_net_properties_v4 *props);
    lazynccl_net_result (*connect)(int dev, struct lazynccl_net_config *config, void *handle,
                                   void **sendComm);
    lazynccl_net_result (*isend)(void *sendComm, void *data, int size, void **request);
    lazynccl_net_result (*irecv)(void *recvComm, void *data, int size, void **request);
    lazynccl_net_result (*closeSend)(void *sendComm);
};
LAZYNCCL_NET_ASSERT(sizeof(struct lazynccl_net_v4) == 56, lazynccl_net_v4);
struct lazynccl_net_v5 {
    const char *name;
    /* Starts it. */
    lazynccl_net_result (*init)(void **ctx, lazynccl_net_log log, lazynccl_net_profiler profiler);
    /* Describes a device. */
    lazynccl_net_result (*getProperties)(int dev, struct lazynccl_net_properties_v5 *props);
    /* Connects. */
    lazynccl_net_result (*connect)(void *ctx, int dev, void *handle, void **sendComm);
    /* Sends. */
    lazynccl_net_result (*isend)(void *sendComm, void *data, size_t size, int tag, void **request);
    /* Receives. */
    lazynccl_net_result (*irecv)(void *recvComm, int n, void **data, size_t *size, int *tag,
                                 void **request);
    /* Closes a connection. */
    lazynccl_net_result (*closeSend)(void *sendComm);
    /* Joins devices. */
    lazynccl_net_result (*makeVDevice)(int *d, struct lazynccl_net_vdevice_v5 *props);
    /* Undoes init. */
    lazynccl_net_result (*finalize)(void *ctx);
};
LAZYNCCL_NET_ASSERT(sizeof(struct lazynccl_net_v5) == 72, lazynccl_net_v5);

/* Defines the plugin from this table, which may have any version; the plugin exports every version.
 * Use it once. A reference to the third function makes the linker take the tables for NCCL from the
 * archive. */
#define LAZYNCCL_NET_PLUGIN(table) \
    LAZYNCCL_NET_C const void *lazynccl_net_plugin_table(void) \
    { \
        return &(table); \
    } \
    LAZYNCCL_NET_C int lazynccl_net_plugin_version(void) \
    { \
        return lazynccl_net_version_of(table); \
    } \
    LAZYNCCL_NET_C const void *lazynccl_net_linked(void) \
    { \
        return lazynccl_net_kit(&ncclNetPlugin_v5); \
    }

/* Removed in 0.2. */
#define LAZYNCCL_COLLNET_PLUGIN(table) \
    LAZYNCCL_NET_REQUIRE(0, "removed in 0.2: export ncclCollNetPlugin_vN with NCCL's own structs");

#define LAZYNCCL_NET_HIDDEN __attribute__((visibility("hidden")))
extern struct lazynccl_net_v5 ncclNetPlugin_v5;
LAZYNCCL_NET_HIDDEN const void *lazynccl_net_plugin_table(void);
LAZYNCCL_NET_HIDDEN int lazynccl_net_plugin_version(void);
LAZYNCCL_NET_HIDDEN const void *lazynccl_net_linked(void);
LAZYNCCL_NET_HIDDEN const void *lazynccl_net_kit(const void *newest);

#ifdef __cplusplus
}
#define LAZYNCCL_NET_C extern "C"
static inline int lazynccl_net_version_of(const struct lazynccl_net_v4 &) { return 4; }
static inline int lazynccl_net_version_of(const struct lazynccl_net_v5 &) { return 5; }
#else
#define LAZYNCCL_NET_C
#define lazynccl_net_version_of(table) \
    _Generic(&(table), \
             struct lazynccl_net_v4 *: 4, \
             const struct lazynccl_net_v4 *: 4, \
             struct lazynccl_net_v5 *: 5, \
             const struct lazynccl_net_v5 *: 5)
#endif

#endif
