/* Calls NCCL as far as possible without a GPU, and prints the results, one a line. */
#include "found.h"
#include <nccl.h>
#include <stdio.h>
#include <string.h>

static int is_zero(const ncclUniqueId *id)
{
    static const ncclUniqueId none;

    return memcmp(id, &none, sizeof none) == 0;
}

int main(void)
{
    int version = -1, result;
    ncclUniqueId id = {{0}}, before;
    ncclComm_t comm = NULL;

    result = ncclGetVersion(&version);
    printf("ncclGetVersion: %d %d\n", result, version);
    result = ncclGetUniqueId(&id);
    printf("ncclGetUniqueId: %d, %s\n", result, is_zero(&id) ? "all zero" : "some id");
    result = ncclGroupStart();
    printf("ncclGroupStart, End: %d %d\n", result, ncclGroupEnd());
    for (int code = 0; code < 10; code++)
        printf("ncclGetErrorString(%d): %s\n", code, ncclGetErrorString((ncclResult_t)code));

    /* 1 is the error for a missing driver. With a GPU, a communicator of one rank. */
    before = id;
    result = ncclCommInitRank(&comm, 1, id, 0);
    printf("ncclCommInitRank: %s, the id is %s\n",
           result == 0 || result == 1 ? "0 or 1" : ncclGetErrorString((ncclResult_t)result),
           memcmp(&id, &before, sizeof id) ? "changed" : "as it was");
    if (comm && result == 0) {
        int count = -1, rank = -1;

        ncclCommCount(comm, &count);
        ncclCommUserRank(comm, &rank);
        printf("rank %d of %d\n", rank, count);
        ncclCommDestroy(comm);
    }
    PRINT_FOUND(nccl);
    return 0;
}
