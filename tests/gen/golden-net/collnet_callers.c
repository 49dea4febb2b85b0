/* The tables that NCCL looks up, in every version. Each operation calls the core.
 * Generated from nccl_net.toml: edit that file and regenerate.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "netplugin/core/convert.h"
#include "netplugin/core/net.h"
#include <pthread.h>
#include <stdlib.h>

extern LAZYNCCL_NET_PUBLIC struct lazynccl_collnet_v4 ncclCollNetPlugin_v4;
extern LAZYNCCL_NET_PUBLIC struct lazynccl_collnet_v5 ncclCollNetPlugin_v5;

static void show_optional(void);

/* Called with the result of connect, which starts the plugin. NCCL takes the presence of an
 * optional operation as support for it, so the tables get those that the plugin has. */
static int started(int result)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    if (result == LAZYNCCL_NET_SUCCESS)
        pthread_once(&once, show_optional);
    return result;
}

static int connect_v4(void **handles, int nranks, void **collComm)
{
    const struct lazynccl_net_real *real = &lazynccl_collnet_sides[4];
    void **their_handles = lazynccl_net_lend_handles(nranks, handles, 64);
    int result;

    if (!their_handles)
        return LAZYNCCL_NET_SYSTEM_ERROR;
    result = started(lazynccl_collnet_core.connect(real, their_handles, nranks, collComm));
    free(their_handles);
    return result;
}

static int iallgather_v4(void *collComm, int nRecvParts, struct lazynccl_net_part_v4 *recvParts,
                         void **request)
{
    const struct lazynccl_net_real *real = &lazynccl_collnet_sides[4];
    struct lazynccl_net_part_v5 their_recvParts[LAZYNCCL_NET_MAX_RECVS];

    if (lazynccl_net_count(real, "iallgather", nRecvParts) < 0)
        return LAZYNCCL_NET_INVALID_USAGE;
    for (int i = 0; i < nRecvParts; i++) {
        their_recvParts[i].address = recvParts[i].address;
        if (lazynccl_net_uint32_to_size(real, "iallgather", "size", recvParts[i].size,
                                        &their_recvParts[i].size) < 0)
            return LAZYNCCL_NET_INVALID_USAGE;
    }
    lazynccl_net_keep_markers(request, 1);
    return lazynccl_collnet_core.iallgather(real, collComm, nRecvParts, their_recvParts, request);
}

static int connect_v5(void **handles, int nranks, void **collComm)
{
    const struct lazynccl_net_real *real = &lazynccl_collnet_sides[5];

    return started(lazynccl_collnet_core.connect(real, handles, nranks, collComm));
}

static int iallgather_v5(void *collComm, int nRecvParts, struct lazynccl_net_part_v5 *recvParts,
                         void **request)
{
    const struct lazynccl_net_real *real = &lazynccl_collnet_sides[5];

    return lazynccl_collnet_core.iallgather(real, collComm, nRecvParts, recvParts, request);
}

struct lazynccl_collnet_v4 ncclCollNetPlugin_v4 = {
    .name = lazynccl_net_name,
    .connect = connect_v4,
    .iallgather = iallgather_v4,
};

struct lazynccl_collnet_v5 ncclCollNetPlugin_v5 = {
    .name = lazynccl_net_name,
    .connect = connect_v5,
    .iallgather = iallgather_v5,
};

static void show_optional(void)
{
    const struct lazynccl_collnet_operations *has = &lazynccl_collnet_plugin;

    if (!has->connect) /* Without a plugin all operations stay, so that NCCL gets their errors. */
        return;
    ncclCollNetPlugin_v4.iallgather = has->iallgather ? iallgather_v4 : NULL;
    ncclCollNetPlugin_v5.iallgather = has->iallgather ? iallgather_v5 : NULL;
}
