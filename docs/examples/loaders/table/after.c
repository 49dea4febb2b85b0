/* The same program without a table: the calls have the functions' names.
 *     lazynccl vendor nccl --only ncclGetVersion,ncclGetUniqueId,ncclGetErrorString -o lazynccl
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <lazynccl.h>
#include <nccl.h>
#include <stdio.h>

static int open_nccl(const char *path)
{
    if (path && lazynccl_set_path(lazynccl_nccl(), path)) {
        fprintf(stderr, "cannot load NCCL: '%s' is empty, or NCCL is open already\n", path);
        return -1;
    }
    const char *reason = lazynccl_why(lazynccl_nccl());
    if (reason) {
        fprintf(stderr, "cannot load NCCL: %s\n", reason);
        return -1;
    }
    return 0;
}

int main(int argc, char **argv)
{
    ncclUniqueId id;
    int version;

    if (open_nccl(argc > 1 ? argv[1] : NULL))
        return 1;
    ncclResult_t result = ncclGetVersion(&version);
    if (result == ncclSuccess)
        result = ncclGetUniqueId(&id);
    if (result != ncclSuccess) {
        fprintf(stderr, "NCCL: %s\n", ncclGetErrorString(result));
        return 1;
    }
    printf("NCCL %d\n", version);
    return 0;
}
