/* A fake CUDA with one GPU whose memory is host memory. A plugin can allocate memory, and ask if
 * memory is the device's. The command embeds this shared library; see load.c.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

enum { INVALID_VALUE = 1, NO_MEMORY = 2, NO_DEVICE = 101, NOT_SUPPORTED = 801 }; /* results */
enum { KIND = 2, DEVICE = 2 };   /* an attribute of a pointer, and its value for device memory */
#define ARENA ((size_t)64 << 30) /* addresses for device memory; each is used only once */
#define PAGE ((size_t)65536)
#define CUDA(name, parameters, result)                                                             \
    int name parameters                                                                            \
    {                                                                                              \
        return result;                                                                             \
    }

int fake_cuda_major = 12; /* the runtime that the plugin was built with; set by load.c */
static char *arena;
static size_t used; /* atomic */

__attribute__((constructor)) static void reserve(void)
{
    arena = mmap(NULL, ARENA, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
}

static int is_device(const void *p)
{
    return (const char *)p >= arena && (const char *)p < arena + ARENA;
}

static int get(void **made, size_t size)
{
    size_t room = (size + PAGE) / PAGE * PAGE;

    *made = arena + __atomic_fetch_add(&used, room, __ATOMIC_RELAXED);
    return mprotect(*made, room, PROT_READ | PROT_WRITE) == 0 ? 0 : NO_MEMORY;
}

static int set(int *to, int value)
{
    *to = value;
    return 0;
}

struct attributes {
    int kind, device;
    void *on_device, *on_host;
};
static int attributes_of(void *p, struct attributes *to)
{
    *to = is_device(p) ? (struct attributes){DEVICE, 0, p, NULL} : (struct attributes){0, -2, p, p};
    return 0;
}

CUDA(unsupported, (void), NOT_SUPPORTED)
/* Finds a driver function, or else returns unsupported(). Before CUDA 12 there is no `status`. */
static int look_up(const char *name, void **found, int *status)
{
    char newer[80];

    snprintf(newer, sizeof newer, "%s_v2", name);
    *found = dlsym(RTLD_DEFAULT, newer);
    if (!*found)
        *found = dlsym(RTLD_DEFAULT, name);
    if (!*found)
        *found = (void *)unsupported;
    return fake_cuda_major < 12 ? 0 : set(status, 0);
}

const char *cudaGetErrorString(int error)
{
    return error ? "an error of the fake GPU" : "no error";
}
CUDA(cudaRuntimeGetVersion, (int *version), set(version, 12080))
CUDA(cudaGetDeviceCount, (int *count), set(count, 1))
CUDA(cudaGetDevice, (int *device), set(device, 0))
CUDA(cudaSetDevice, (int device), device ? NO_DEVICE : 0)
CUDA(cudaMalloc, (void **made, size_t size), get(made, size))
CUDA(cudaFree, (void *p), !p || is_device(p) ? 0 : INVALID_VALUE)
CUDA(cudaMemcpy, (void *to, const void *from, size_t size, int kind), (memmove(to, from, size), 0))
CUDA(cudaPointerGetAttributes, (struct attributes * to, void *p), attributes_of(p, to))
CUDA(cudaGetDriverEntryPoint, (const char *name, void **found, unsigned long flags, int *status),
     look_up(name, found, status))
CUDA(cuInit, (unsigned flags), 0)
CUDA(cuDriverGetVersion, (int *version), set(version, 12080))
CUDA(cuDeviceGet, (int *device, int ordinal), ordinal ? NO_DEVICE : set(device, 0))
CUDA(cuDeviceGetCount, (int *count), set(count, 1))
CUDA(cuDeviceGetAttribute, (int *value, int which, int device), set(value, 0))
CUDA(cuCtxGetDevice, (int *device), set(device, 0))
CUDA(cuMemAlloc_v2, (void **made, size_t size), get(made, size))
CUDA(cuMemFree_v2, (void *p), cudaFree(p))
CUDA(cuPointerGetAttribute, (int *to, int which, const void *p), /* fails for host memory */
     which == KIND && is_device(p) ? set(to, DEVICE) : INVALID_VALUE)
