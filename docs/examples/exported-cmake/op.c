/* A library that calls NCCL. It is linked with libnccl_stub.so in place of libnccl.so.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <nccl.h>
#include <stdio.h>

int op_run(void);

int op_run(void)
{
    int version;
    ncclResult_t result = ncclGetVersion(&version);

    if (result == ncclSuccess)
        printf("NCCL %d\n", version);
    else
        printf("%s\n", ncclGetErrorString(result));
    return (int)result;
}
