/* A CUDA with one GPU whose memory is host memory. It has the runtime and driver functions that
 * network plugins call. It is built as a shared library that the command embeds; see load.c.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * It supports neither GPUDirect RDMA nor DMA-BUF, so that a plugin uses its host memory path. Work
 * on a stream completes immediately. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SUCCESS, INVALID_VALUE, NOT_FOUND = 500, NOT_SUPPORTED = 801 }; /* results */
enum { WARP_SIZE = 10, MAJOR = 75 };                                   /* attributes of a device */
enum { DEVICE = 2 };                                                   /* a kind of memory */
#define VERSION 12080
#define BUS_ID "0000:01:00.0"
#define ANY ((void *)0x10) /* a handle of any kind */

int fake_cuda_major = 12; /* runtime version that the plugin was built with; set by load.c */

/* A function, and one that only succeeds. */
#define CUDA(name, parameters, answer)                                                             \
    int name parameters                                                                            \
    {                                                                                              \
        return answer;                                                                             \
    }
#define NOTHING(name) CUDA(name, (void), SUCCESS)

/* Memory that was allocated for the GPU. All other memory belongs to the host. */
#define BLOCKS 1024
static struct block {
    char *start;
    size_t size;
} blocks[BLOCKS];

/* Returns NULL for host memory. */
static struct block *block_of(const void *pointer)
{
    for (struct block *b = blocks; b < blocks + BLOCKS; b++)
        if (b->start && (const char *)pointer >= b->start &&
            (const char *)pointer < b->start + b->size)
            return b;
    return NULL;
}

static void *get(size_t size)
{
    void *made = NULL;

    if (posix_memalign(&made, 65536, size ? size : 1) != 0)
        return NULL;
    for (struct block *b = blocks; b < blocks + BLOCKS; b++) {
        char *free_one = NULL;

        if (__atomic_compare_exchange_n(&b->start, &free_one, made, 0, __ATOMIC_ACQ_REL,
                                        __ATOMIC_RELAXED)) {
            b->size = size;
            break;
        }
    }
    return made;
}

static int release(void *pointer)
{
    struct block *block = pointer ? block_of(pointer) : NULL;

    if (block)
        __atomic_store_n(&block->start, NULL, __ATOMIC_RELEASE);
    free(pointer);
    return SUCCESS;
}

static int give(void **to, void *what)
{
    *to = what;
    return what ? SUCCESS : 2; /* out of memory */
}

static int set(int *to, int value)
{
    *to = value;
    return SUCCESS;
}

static int copy(void *to, const void *from, size_t size)
{
    memmove(to, from, size);
    return SUCCESS;
}

static int fill(void *to, int byte, size_t size)
{
    memset(to, byte, size);
    return SUCCESS;
}

static int attribute(int *value, int which)
{
    if (which == MAJOR)
        return set(value, 9);
    return set(value, which == WARP_SIZE ? 32 : 0);
}

static int bus_id(char *to, int size)
{
    return snprintf(to, (size_t)size, BUS_ID) < size ? SUCCESS : INVALID_VALUE;
}

static int unsupported(void)
{
    return NOT_SUPPORTED;
}

/* Finds the newest driver function of this name. If this library has none, finds one that returns
 * "not supported". */
static int look_up(const char *name, void **found)
{
    char newer[80];

    snprintf(newer, sizeof newer, "%s_v2", name);
    *found = dlsym(RTLD_DEFAULT, newer);
    if (!*found)
        *found = dlsym(RTLD_DEFAULT, name);
    if (!*found)
        *found = (void *)(uintptr_t)unsupported;
    return SUCCESS;
}

/* The runtime. */

const char *cudaGetErrorString(int error)
{
    return error ? "an error of the fake GPU" : "no error";
}
const char *cudaGetErrorName(int error)
{
    return error ? "cudaErrorUnknown" : "cudaSuccess";
}

CUDA(cudaRuntimeGetVersion, (int *version), set(version, VERSION))
CUDA(cudaDriverGetVersion, (int *version), set(version, VERSION))
CUDA(cudaGetDeviceCount, (int *count), set(count, 1))
CUDA(cudaGetDevice, (int *device), set(device, 0))
CUDA(cudaSetDevice, (int device), device ? 101 : SUCCESS)
CUDA(cudaDeviceGetAttribute, (int *value, int which, int device), attribute(value, which))
CUDA(cudaDeviceGetPCIBusId, (char *id, int size, int device), bus_id(id, size))
CUDA(cudaDeviceGetByPCIBusId, (int *device, const char *id), set(device, 0))
CUDA(cudaGetDeviceProperties, (char *name, int device), (strcpy(name, "fake GPU"), SUCCESS))
CUDA(cudaGetDeviceProperties_v2, (char *name, int device), (strcpy(name, "fake GPU"), SUCCESS))
CUDA(cudaMemGetInfo, (size_t * left, size_t *all), (*left = *all = (size_t)1 << 30, SUCCESS))
CUDA(cudaMalloc, (void **made, size_t size), give(made, get(size)))
CUDA(cudaMallocManaged, (void **made, size_t size, unsigned flags), give(made, get(size)))
CUDA(cudaFree, (void *pointer), release(pointer))
CUDA(cudaMallocHost, (void **made, size_t size), give(made, malloc(size)))
CUDA(cudaHostAlloc, (void **made, size_t size, unsigned flags), give(made, malloc(size)))
CUDA(cudaFreeHost, (void *pointer), (free(pointer), SUCCESS))
CUDA(cudaHostGetDevicePointer, (void **to, void *host, unsigned flags), give(to, host))
CUDA(cudaMemcpy, (void *to, const void *from, size_t size, int kind), copy(to, from, size))
CUDA(cudaMemcpyAsync, (void *to, const void *from, size_t size, int kind, void *stream),
     copy(to, from, size))
CUDA(cudaMemset, (void *to, int byte, size_t size), fill(to, byte, size))
CUDA(cudaMemsetAsync, (void *to, int byte, size_t size, void *stream), fill(to, byte, size))
CUDA(cudaStreamCreate, (void **made), give(made, ANY))
CUDA(cudaStreamCreateWithFlags, (void **made, unsigned flags), give(made, ANY))
CUDA(cudaStreamCreateWithPriority, (void **made, unsigned flags, int priority), give(made, ANY))
CUDA(cudaEventCreate, (void **made), give(made, ANY))
CUDA(cudaEventCreateWithFlags, (void **made, unsigned flags), give(made, ANY))
CUDA(cudaEventElapsedTime, (float *time, void *from, void *to), (*time = 0, SUCCESS))
NOTHING(cudaHostRegister)
NOTHING(cudaHostUnregister)
NOTHING(cudaDeviceSynchronize)
NOTHING(cudaDeviceFlushGPUDirectRDMAWrites)
NOTHING(cudaFlushGPUDirectRDMAWrites)
NOTHING(cudaStreamDestroy)
NOTHING(cudaStreamSynchronize)
NOTHING(cudaStreamQuery)
NOTHING(cudaStreamWaitEvent)
NOTHING(cudaEventDestroy)
NOTHING(cudaEventRecord)
NOTHING(cudaEventQuery)
NOTHING(cudaEventSynchronize)
NOTHING(cudaGetLastError)
NOTHING(cudaPeekAtLastError)

struct attributes {
    int kind, device;
    void *on_device, *on_host;
};
static int pointer_attributes(struct attributes *of, const void *pointer)
{
    int device = block_of(pointer) != NULL;

    *of = (struct attributes){device ? DEVICE : 0, device ? 0 : -2, (void *)(uintptr_t)pointer,
                              device ? NULL : (void *)(uintptr_t)pointer};
    return SUCCESS;
}
CUDA(cudaPointerGetAttributes, (struct attributes * of, const void *pointer),
     pointer_attributes(of, pointer))

static int entry_point(const char *name, void **found, int *status)
{
    if (fake_cuda_major >= 12 && status)
        *status = 0;
    return look_up(name, found);
}
CUDA(cudaGetDriverEntryPoint, (const char *name, void **found, uint64_t flags, int *status),
     entry_point(name, found, status))
CUDA(cudaGetDriverEntryPointByVersion,
     (const char *name, void **found, unsigned version, uint64_t flags, int *status),
     entry_point(name, found, status))

/* The driver. */

CUDA(cuInit, (unsigned flags), SUCCESS)
CUDA(cuDriverGetVersion, (int *version), set(version, VERSION))
CUDA(cuDeviceGetCount, (int *count), set(count, 1))
CUDA(cuDeviceGet, (int *device, int ordinal), ordinal ? 101 : set(device, 0))
CUDA(cuDeviceGetAttribute, (int *value, int which, int device), attribute(value, which))
CUDA(cuDeviceGetName, (char *name, int size, int device),
     (snprintf(name, (size_t)size, "fake GPU"), SUCCESS))
CUDA(cuDeviceGetUuid, (char *id, int device), fill(id, 1, 16))
CUDA(cuDeviceGetUuid_v2, (char *id, int device), fill(id, 1, 16))
CUDA(cuDeviceTotalMem_v2, (size_t * size, int device), (*size = (size_t)1 << 30, SUCCESS))
CUDA(cuDeviceGetPCIBusId, (char *id, int size, int device), bus_id(id, size))
CUDA(cuDeviceGetByPCIBusId, (int *device, const char *id), set(device, 0))
CUDA(cuDevicePrimaryCtxRetain, (void **context, int device), give(context, ANY))
CUDA(cuCtxGetCurrent, (void **context), give(context, ANY))
CUDA(cuCtxPopCurrent_v2, (void **context), give(context, ANY))
CUDA(cuCtxGetDevice, (int *device), set(device, 0))
CUDA(cuMemAlloc_v2, (void **made, size_t size), give(made, get(size)))
CUDA(cuMemFree_v2, (void *pointer), release(pointer))
CUDA(cuMemHostAlloc, (void **made, size_t size, unsigned flags), give(made, malloc(size)))
CUDA(cuMemAllocHost_v2, (void **made, size_t size), give(made, malloc(size)))
CUDA(cuMemFreeHost, (void *pointer), (free(pointer), SUCCESS))
CUDA(cuMemHostGetDevicePointer_v2, (void **to, void *host, unsigned flags), give(to, host))
CUDA(cuMemGetHandleForAddressRange,
     (void *handle, uint64_t start, size_t size, int kind, uint64_t flags), NOT_SUPPORTED)
CUDA(cuMemcpy, (void *to, const void *from, size_t size), copy(to, from, size))
CUDA(cuMemcpyAsync, (void *to, const void *from, size_t size, void *stream), copy(to, from, size))
CUDA(cuMemcpyDtoH_v2, (void *to, const void *from, size_t size), copy(to, from, size))
CUDA(cuMemcpyHtoD_v2, (void *to, const void *from, size_t size), copy(to, from, size))
CUDA(cuMemsetD8_v2, (void *to, unsigned char byte, size_t size), fill(to, byte, size))
CUDA(cuStreamCreate, (void **made, unsigned flags), give(made, ANY))
CUDA(cuEventCreate, (void **made, unsigned flags), give(made, ANY))
CUDA(cuGetErrorString, (int error, const char **text), (*text = cudaGetErrorString(error), SUCCESS))
CUDA(cuGetErrorName, (int error, const char **text), (*text = cudaGetErrorName(error), SUCCESS))
CUDA(cuGetProcAddress, (const char *name, void **found, int version, uint64_t flags),
     look_up(name, found))
CUDA(cuGetProcAddress_v2,
     (const char *name, void **found, int version, uint64_t flags, int *status),
     (status ? *status = 0 : 0, look_up(name, found)))
NOTHING(cuDevicePrimaryCtxRelease_v2)
NOTHING(cuCtxSetCurrent)
NOTHING(cuCtxPushCurrent_v2)
NOTHING(cuCtxSynchronize)
NOTHING(cuFlushGPUDirectRDMAWrites)
NOTHING(cuPointerSetAttribute)
NOTHING(cuMemHostRegister_v2)
NOTHING(cuMemHostUnregister)
NOTHING(cuStreamSynchronize)
NOTHING(cuStreamQuery)
NOTHING(cuStreamDestroy_v2)
NOTHING(cuEventRecord)
NOTHING(cuEventQuery)
NOTHING(cuEventSynchronize)
NOTHING(cuEventDestroy_v2)

/* The attributes that plugins query: memory kind, device and allocation of a pointer. */
enum { CONTEXT = 1, MEMORY_KIND = 2, DEVICE_POINTER = 3, HOST_POINTER = 4, ORDINAL = 9 };
static int pointer_attribute(void *value, int which, void *pointer)
{
    int device = block_of(pointer) != NULL;

    switch (which) {
    case MEMORY_KIND:
        if (!device)
            return INVALID_VALUE; /* as the driver does for memory that it did not register */
        *(unsigned *)value = DEVICE;
        return SUCCESS;
    case CONTEXT:
        *(void **)value = device ? ANY : NULL;
        return SUCCESS;
    case DEVICE_POINTER:
    case HOST_POINTER:
        *(void **)value = pointer;
        return SUCCESS;
    case ORDINAL:
        *(int *)value = 0;
        return SUCCESS;
    default:
        return INVALID_VALUE;
    }
}
CUDA(cuPointerGetAttribute, (void *value, int which, void *pointer),
     pointer_attribute(value, which, pointer))

int cuPointerGetAttributes(unsigned count, int *which, void **values, void *pointer)
{
    for (unsigned i = 0; i < count; i++)
        if (which[i] == MEMORY_KIND && !block_of(pointer))
            *(unsigned *)values[i] = 0; /* this call does not fail for host pointers */
        else
            pointer_attribute(values[i], which[i], pointer);
    return SUCCESS;
}

int cuMemGetAddressRange_v2(void **start, size_t *size, void *pointer)
{
    struct block *block = block_of(pointer);

    if (!block)
        return NOT_FOUND;
    if (start)
        *start = block->start;
    if (size)
        *size = block->size;
    return SUCCESS;
}
