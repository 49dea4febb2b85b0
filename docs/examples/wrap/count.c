/* Counts a program's all-reduces, and the time that it spends starting them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Compile and link it with the program, which needs no change:
 * cc count.c app.c -llazynccl */
#include <lazynccl.h>
#include <nccl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

static ncclResult_t (*real_all_reduce)(const void *, void *, size_t, ncclDataType_t, ncclRedOp_t,
                                       ncclComm_t, cudaStream_t);
static atomic_ullong calls, nanoseconds;

static unsigned long long now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (unsigned long long)time.tv_sec * 1000000000 + (unsigned long long)time.tv_nsec;
}

static ncclResult_t counted_all_reduce(const void *from, void *to, size_t count,
                                       ncclDataType_t type, ncclRedOp_t operation, ncclComm_t comm,
                                       cudaStream_t stream)
{
    unsigned long long start = now();
    ncclResult_t result = real_all_reduce(from, to, count, type, operation, comm, stream);

    calls++;
    nanoseconds += now() - start;
    return result;
}

/* Runs before main(), and so before the first call. */
__attribute__((constructor)) static void begin(void)
{
    if (lazynccl_wrap(lazynccl_nccl(), "ncclAllReduce", (void (*)(void))counted_all_reduce,
                      &real_all_reduce) != 0)
        perror("count: ncclAllReduce");
}

__attribute__((destructor)) static void end(void)
{
    fprintf(stderr, "count: ncclAllReduce: %llu calls, %.3f ms\n", (unsigned long long)calls,
            (double)nanoseconds / 1e6);
}
