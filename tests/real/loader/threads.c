/* usage: threads N: N threads make the first calls of the three libraries at once.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "found.h"
#include <nccl.h>
#include <nvJitLink.h>
#include <nvrtc.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static pthread_barrier_t start;
static int failures;

static int use_nccl(void)
{
    ncclUniqueId id;
    int version = 0;

    return ncclGetUniqueId(&id) || ncclGetVersion(&version) || version < 20000;
}

static int use_nvrtc(void)
{
    nvrtcProgram program = NULL;

    return nvrtcCreateProgram(&program, "__global__ void k(int *x) { *x += 1; }", "k.cu", 0, NULL,
                              NULL) ||
           nvrtcCompileProgram(program, 0, NULL) || nvrtcDestroyProgram(&program);
}

static int use_nvjitlink(void)
{
    const char *options[] = {"-arch=sm_80"};
    nvJitLinkHandle linker = NULL;

    return nvJitLinkCreate(&linker, 1, options) || nvJitLinkDestroy(&linker);
}

static void *body(void *number)
{
    static int (*const uses[])(void) = {use_nccl, use_nvrtc, use_nvjitlink};

    pthread_barrier_wait(&start);
    if (uses[(uintptr_t)number % 3]())
        __atomic_add_fetch(&failures, 1, __ATOMIC_RELAXED);
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t threads[64];
    unsigned count = argc == 2 ? (unsigned)atoi(argv[1]) : 0;

    if (count == 0 || count > 64 || pthread_barrier_init(&start, NULL, count))
        return 2;
    for (uintptr_t i = 0; i < count; i++)
        if (pthread_create(&threads[i], NULL, body, (void *)i))
            return 2;
    for (unsigned i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    printf("failures: %d\n", failures);
    PRINT_FOUND(nccl);
    PRINT_FOUND(nvrtc);
    PRINT_FOUND(nvjitlink);
    return failures > 0;
}
