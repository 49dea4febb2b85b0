/* Calls a plugin's table of any version through the canonical operations.
 * Generated from nccl_net.toml: edit that file and regenerate.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "netplugin/core/convert.h"
#include "netplugin/core/net.h"
#include "net_operations.h"

static int connect_v4(const struct lazynccl_net_real *real, void **handles, int nranks,
                      void **collComm)
{
    const struct lazynccl_collnet_v4 *table = real->table;

    return table->connect(handles, nranks, collComm);
}

static int iallgather_v4(const struct lazynccl_net_real *real, void *collComm, int nRecvParts,
                         struct lazynccl_net_part_v5 *recvParts, void **request)
{
    const struct lazynccl_collnet_v4 *table = real->table;
    struct lazynccl_net_part_v4 their_recvParts[LAZYNCCL_NET_MAX_RECVS];

    if (lazynccl_net_count(real, "iallgather", nRecvParts) < 0)
        return LAZYNCCL_NET_INVALID_USAGE;
    for (int i = 0; i < nRecvParts; i++) {
        their_recvParts[i].address = recvParts[i].address;
        if (lazynccl_net_size_to_uint32(real, "iallgather", "size", recvParts[i].size,
                                        &their_recvParts[i].size) < 0)
            return LAZYNCCL_NET_INVALID_USAGE;
    }
    lazynccl_net_keep_markers(request, 1);
    return table->iallgather(collComm, nRecvParts, their_recvParts, request);
}

static int connect_v5(const struct lazynccl_net_real *real, void **handles, int nranks,
                      void **collComm)
{
    const struct lazynccl_collnet_v5 *table = real->table;

    return table->connect(handles, nranks, collComm);
}

static int iallgather_v5(const struct lazynccl_net_real *real, void *collComm, int nRecvParts,
                         struct lazynccl_net_part_v5 *recvParts, void **request)
{
    const struct lazynccl_collnet_v5 *table = real->table;

    return table->iallgather(collComm, nRecvParts, recvParts, request);
}

static void operations_v4(const struct lazynccl_collnet_v4 *table,
                                   struct lazynccl_collnet_operations *made)
{
    *made = (struct lazynccl_collnet_operations){
        .connect = table->connect ? connect_v4 : NULL,
        .iallgather = table->iallgather ? iallgather_v4 : NULL,
    };
}

static void operations_v5(const struct lazynccl_collnet_v5 *table,
                                   struct lazynccl_collnet_operations *made)
{
    *made = (struct lazynccl_collnet_operations){
        .connect = table->connect ? connect_v5 : NULL,
        .iallgather = table->iallgather ? iallgather_v5 : NULL,
    };
}

const char *lazynccl_collnet_missing(const struct lazynccl_collnet_operations *has, int skip)
{
    if (!has->connect && skip-- == 0)
        return "connect";
    return NULL;
}

int lazynccl_collnet_operations_of(int version, const void *table,
                                        struct lazynccl_collnet_operations *made)
{
    switch (version) {
    case 4:
        operations_v4(table, made);
        return 0;
    case 5:
        operations_v5(table, made);
        return 0;
    }
    return -1;
}
