/* The same program, with the functions' names. ibv_reg_mr_iova2 is newer than the library's SONAME.
 *     lazynccl vendor libibverbs.so.1 --complete \
 *         --only ibv_get_device_list,ibv_free_device_list,ibv_reg_mr_iova2 -o lazynccl
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <infiniband/verbs.h>
#include <lazynccl.h>
#include <stdio.h>

static int rdma_works(void)
{
    const char *reason = lazyibverbs_why(lazyibverbs_ibverbs());

    if (reason)
        printf("RDMA is off: %s\n", reason);
    return !reason;
}

int main(void)
{
    if (!rdma_works())
        return 0;
    int count;
    struct ibv_device **devices = ibv_get_device_list(&count);
    printf("RDMA devices: %d\n", devices ? count : -1);
    if (devices)
        ibv_free_device_list(devices);
    return 0;
}
