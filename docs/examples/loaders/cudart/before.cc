// The CUDA runtime by hand: what program.cu calls, and what nvcc 13 adds. After, this file is
//     lazynccl vendor cudart --cuda 13 --only program.o -o lazynccl
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <cstdio>
#include <cuda_runtime_api.h>
#include <dlfcn.h>

static char reason[300]; // of the first failure

static void *symbol(const char *name)
{
    static void *handle = dlopen("libcudart.so.13", RTLD_NOW | RTLD_LOCAL);
    void *found = handle ? dlsym(handle, name) : nullptr;

    if (!found && !*reason)
        std::snprintf(reason, sizeof reason, "%s: %s", name, dlerror());
    return found;
}

#define LAZY(type, missing, name, parameters, arguments)                       \
    extern "C" type name parameters                                            \
    {                                                                          \
        static auto real = reinterpret_cast<type(*) parameters>(symbol(#name)); \
        return real ? real arguments : missing;                                \
    }
#define CALL(name, parameters, arguments) \
    LAZY(cudaError_t, cudaErrorInsufficientDriver, name, parameters, arguments)

LAZY(const char *, reason, cudaGetErrorString, (cudaError_t error), (error))
CALL(cudaMalloc, (void **to, size_t size), (to, size))
CALL(cudaFree, (void *at), (at))
CALL(cudaMemset, (void *to, int byte, size_t size), (to, byte, size))
CALL(cudaMemcpy, (void *to, const void *from, size_t size, cudaMemcpyKind kind),
     (to, from, size, kind))

// declared only for the compiler's own use
LAZY(void **, nullptr, __cudaRegisterFatBinary, (void *binary), (binary))
LAZY(void, void(), __cudaRegisterFatBinaryEnd, (void **handle), (handle))
LAZY(void, void(), __cudaUnregisterFatBinary, (void **handle), (handle))
LAZY(char, 0, __cudaInitModule, (void **handle), (handle))
LAZY(void, void(), __cudaRegisterFunction,
     (void **handle, const char *host, char *device, const char *name, int limit, uint3 *thread,
      uint3 *block, dim3 *threads, dim3 *blocks, int *warp),
     (handle, host, device, name, limit, thread, block, threads, blocks, warp))
LAZY(unsigned, 1, __cudaPushCallConfiguration,
     (dim3 grid, dim3 block, size_t shared, struct CUstream_st *stream),
     (grid, block, shared, stream))
CALL(__cudaPopCallConfiguration, (dim3 *grid, dim3 *block, size_t *shared, void *stream),
     (grid, block, shared, stream))
CALL(__cudaGetKernel, (cudaKernel_t *kernel, const void *function), (kernel, function))
CALL(__cudaLaunchKernel,
     (cudaKernel_t kernel, dim3 grid, dim3 block, void **arguments, size_t shared,
      cudaStream_t stream),
     (kernel, grid, block, arguments, shared, stream))
