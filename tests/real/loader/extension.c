/* A Python package's module that contains lazynccl, loaded by ctypes.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <lazynccl.h>
#include <nccl.h>

#define EXPORT __attribute__((visibility("default")))

EXPORT int use(void);
EXPORT const char *why(int result);
EXPORT const char *path(void);
EXPORT const char *found_via(void);
EXPORT const char *report(void);

int use(void)
{
    int version = 0, result = ncclGetVersion(&version);

    return result ? -result : version;
}

const char *why(int result)
{
    return ncclGetErrorString((ncclResult_t)result);
}

const char *path(void)
{
    return lazynccl_path(lazynccl_nccl());
}

const char *found_via(void)
{
    return lazynccl_found_via(lazynccl_nccl());
}

const char *report(void)
{
    return lazynccl_report(lazynccl_nccl());
}
