/* The fake GPU's runtime.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "cuda.h"

CUDA(cudaRuntimeGetVersion, (int *version), fake_set(version, VERSION))
CUDA(cudaDriverGetVersion, (int *version), fake_set(version, VERSION))
CUDA(cudaGetDeviceCount, (int *count), fake_set(count, 1))
CUDA(cudaGetDevice, (int *device), fake_set(device, 0))
CUDA(cudaSetDevice, (int device), device ? 101 : SUCCESS)
CUDA(cudaDeviceGetAttribute, (int *value, int which, int device), fake_attribute(value, which))
CUDA(cudaDeviceGetPCIBusId, (char *id, int size, int device), fake_bus_id(id, size))
CUDA(cudaDeviceGetByPCIBusId, (int *device, const char *id), fake_set(device, 0))
CUDA(cudaGetDeviceProperties, (char *name, int device), (strcpy(name, "fake GPU"), SUCCESS))
CUDA(cudaGetDeviceProperties_v2, (char *name, int device), (strcpy(name, "fake GPU"), SUCCESS))
CUDA(cudaMemGetInfo, (size_t * left, size_t *all), (*left = *all = (size_t)1 << 30, SUCCESS))
CUDA(cudaMalloc, (void **made, size_t size), fake_give(made, fake_get(size)))
CUDA(cudaMallocManaged, (void **made, size_t size, unsigned flags), fake_give(made, fake_get(size)))
CUDA(cudaFree, (void *pointer), fake_release(pointer))
CUDA(cudaMallocHost, (void **made, size_t size), fake_give(made, malloc(size)))
CUDA(cudaHostAlloc, (void **made, size_t size, unsigned flags), fake_give(made, malloc(size)))
CUDA(cudaFreeHost, (void *pointer), (free(pointer), SUCCESS))
CUDA(cudaHostGetDevicePointer, (void **to, void *host, unsigned flags), fake_give(to, host))
CUDA(cudaMemcpy, (void *to, const void *from, size_t size, int kind), fake_copy(to, from, size))
CUDA(cudaMemcpyAsync, (void *to, const void *from, size_t size, int kind, void *stream),
     fake_copy(to, from, size))
CUDA(cudaMemset, (void *to, int byte, size_t size), fake_fill(to, byte, size))
CUDA(cudaMemsetAsync, (void *to, int byte, size_t size, void *stream), fake_fill(to, byte, size))
CUDA(cudaStreamCreate, (void **made), fake_give(made, ANY))
CUDA(cudaStreamCreateWithFlags, (void **made, unsigned flags), fake_give(made, ANY))
CUDA(cudaStreamCreateWithPriority, (void **made, unsigned flags, int priority),
     fake_give(made, ANY))
CUDA(cudaEventCreate, (void **made), fake_give(made, ANY))
CUDA(cudaEventCreateWithFlags, (void **made, unsigned flags), fake_give(made, ANY))
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

const char *cudaGetErrorString(int error)
{
    return error ? "an error of the fake GPU" : "no error";
}
const char *cudaGetErrorName(int error)
{
    return error ? "cudaErrorUnknown" : "cudaSuccess";
}

struct attributes {
    int kind, device;
    void *on_device, *on_host;
};
static int pointer_attributes(struct attributes *of, const void *pointer)
{
    int device = fake_block_of(pointer) != NULL;

    *of = (struct attributes){device ? DEVICE : 0, device ? 0 : -2, (void *)(uintptr_t)pointer,
                              device ? NULL : (void *)(uintptr_t)pointer};
    return SUCCESS;
}
CUDA(cudaPointerGetAttributes, (struct attributes * of, const void *pointer),
     pointer_attributes(of, pointer))

static int entry_point(const char *name, void **found, int *status)
{
    int result = fake_look_up(name, found);

    if (fake_cuda_major >= 12 && status)
        *status = result ? 1 : 0;
    return SUCCESS;
}
CUDA(cudaGetDriverEntryPoint, (const char *name, void **found, uint64_t flags, int *status),
     entry_point(name, found, status))
CUDA(cudaGetDriverEntryPointByVersion,
     (const char *name, void **found, unsigned version, uint64_t flags, int *status),
     entry_point(name, found, status))
