/* Compiled with a new nccl.h, run with an old NCCL: prints which functions exist, and what calling
 * a missing one returns.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <lazynccl.h>
#include <nccl.h>
#include <stdio.h>

int main(void)
{
    ncclComm_t none = NULL, new = (ncclComm_t)&none;
    int result;

    printf("ncclCommSplit: %d\n", lazynccl_has(lazynccl_nccl(), "ncclCommSplit"));
    printf("ncclCommShrink: %d\n", lazynccl_has(lazynccl_nccl(), "ncclCommShrink"));
    printf("pncclCommShrink: %d\n", lazynccl_has(lazynccl_nccl(), "pncclCommShrink"));
    printf("ncclCommNothing: %d\n", lazynccl_has(lazynccl_nccl(), "ncclCommNothing"));

    result = ncclCommShrink(none, NULL, 0, &new, NULL, 0);
    printf("call: %d, %s\n", result, new ? "out value untouched" : "out value NULL");
    printf("text: %s\n", ncclGetErrorString((ncclResult_t)result));
    printf("text again: %s\n", ncclGetErrorString((ncclResult_t)result));
    printf("error: %s\n", lazynccl_error(lazynccl_nccl(), "ncclCommShrink"));

    /* An existing function works, with its own texts. */
    result = ncclCommSplit(none, 0, 0, &new, NULL);
    printf("split: %d %s\n", result, ncclGetErrorString((ncclResult_t)result));
    return 0;
}
