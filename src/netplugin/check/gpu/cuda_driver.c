/* The fake GPU's driver.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "cuda.h"

CUDA(cuInit, (unsigned flags), SUCCESS)
CUDA(cuDriverGetVersion, (int *version), fake_set(version, VERSION))
CUDA(cuDeviceGetCount, (int *count), fake_set(count, 1))
CUDA(cuDeviceGet, (int *device, int ordinal), ordinal ? 101 : fake_set(device, 0))
CUDA(cuDeviceGetAttribute, (int *value, int which, int device), fake_attribute(value, which))
CUDA(cuDeviceGetName, (char *name, int size, int device),
     (snprintf(name, (size_t)size, "fake GPU"), SUCCESS))
CUDA(cuDeviceGetUuid, (char *id, int device), fake_fill(id, 1, 16))
CUDA(cuDeviceGetUuid_v2, (char *id, int device), fake_fill(id, 1, 16))
CUDA(cuDeviceTotalMem_v2, (size_t * size, int device), (*size = (size_t)1 << 30, SUCCESS))
CUDA(cuDeviceGetPCIBusId, (char *id, int size, int device), fake_bus_id(id, size))
CUDA(cuDeviceGetByPCIBusId, (int *device, const char *id), fake_set(device, 0))
CUDA(cuDevicePrimaryCtxRetain, (void **context, int device), fake_give(context, ANY))
CUDA(cuCtxGetCurrent, (void **context), fake_give(context, ANY))
CUDA(cuCtxPopCurrent_v2, (void **context), fake_give(context, ANY))
CUDA(cuCtxGetDevice, (int *device), fake_set(device, 0))
CUDA(cuMemAlloc_v2, (void **made, size_t size), fake_give(made, fake_get(size)))
CUDA(cuMemFree_v2, (void *pointer), fake_release(pointer))
CUDA(cuMemHostAlloc, (void **made, size_t size, unsigned flags), fake_give(made, malloc(size)))
CUDA(cuMemAllocHost_v2, (void **made, size_t size), fake_give(made, malloc(size)))
CUDA(cuMemFreeHost, (void *pointer), (free(pointer), SUCCESS))
CUDA(cuMemHostGetDevicePointer_v2, (void **to, void *host, unsigned flags), fake_give(to, host))
CUDA(cuMemGetHandleForAddressRange,
     (void *handle, uint64_t start, size_t size, int kind, uint64_t flags), NOT_SUPPORTED)
CUDA(cuMemcpy, (void *to, const void *from, size_t size), fake_copy(to, from, size))
CUDA(cuMemcpyAsync, (void *to, const void *from, size_t size, void *stream),
     fake_copy(to, from, size))
CUDA(cuMemcpyDtoH_v2, (void *to, const void *from, size_t size), fake_copy(to, from, size))
CUDA(cuMemcpyHtoD_v2, (void *to, const void *from, size_t size), fake_copy(to, from, size))
CUDA(cuMemsetD8_v2, (void *to, unsigned char byte, size_t size), fake_fill(to, byte, size))
CUDA(cuStreamCreate, (void **made, unsigned flags), fake_give(made, ANY))
CUDA(cuEventCreate, (void **made, unsigned flags), fake_give(made, ANY))
CUDA(cuGetErrorString, (int error, const char **text), (*text = cudaGetErrorString(error), SUCCESS))
CUDA(cuGetErrorName, (int error, const char **text), (*text = cudaGetErrorName(error), SUCCESS))
CUDA(cuGetProcAddress, (const char *name, void **found, int version, uint64_t flags),
     fake_look_up(name, found))
CUDA(cuGetProcAddress_v2,
     (const char *name, void **found, int version, uint64_t flags, int *status),
     (status ? *status = 0 : 0, fake_look_up(name, found)))
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
    int device = fake_block_of(pointer) != NULL;

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

int cuPointerGetAttributes(unsigned count, int *which, void **values, void *pointer);
int cuPointerGetAttributes(unsigned count, int *which, void **values, void *pointer)
{
    for (unsigned i = 0; i < count; i++)
        if (which[i] == MEMORY_KIND && !fake_block_of(pointer))
            *(unsigned *)values[i] = 0; /* this call does not fail for host pointers */
        else
            pointer_attribute(values[i], which[i], pointer);
    return SUCCESS;
}

int cuMemGetAddressRange_v2(void **start, size_t *size, void *pointer);
int cuMemGetAddressRange_v2(void **start, size_t *size, void *pointer)
{
    struct block *block = fake_block_of(pointer);

    if (!block)
        return NOT_FOUND;
    if (start)
        *start = block->start;
    if (size)
        *size = block->size;
    return SUCCESS;
}
