/* A program that can use NCCL and starts without it. Several examples build it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <lazynccl.h>
#include <nccl.h>
#include <stdio.h>

int main(void)
{
    int version;
    ncclResult_t result = ncclGetVersion(&version);

    if (result != ncclSuccess) {
        printf("%s\n", ncclGetErrorString(result));
        return 1;
    }
    printf("NCCL %d from %s\n", version, lazynccl_path(lazynccl_nccl()));
    return 0;
}
