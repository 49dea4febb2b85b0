/* Kernels with constant, device and managed variables. `doubled` is in another file. */
#include "kernels.h"
#include <cuda_runtime.h>

extern __device__ float doubled(float);
__constant__ float factor = 2.5f;
__device__ int counter;
__managed__ int total;

__global__ void scale(float *values, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < count) {
        values[i] = doubled(values[i]) * factor + i % 7;
        atomicAdd(&counter, 1);
        atomicAdd(&total, i % 3);
    }
}

__global__ void sample(float *to, cudaTextureObject_t texture, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < count)
        to[i] = tex1Dfetch<float>(texture, count - 1 - i);
}

void launch_scale(float *values, int count, cudaStream_t stream)
{
    scale<<<(count + 255) / 256, 256, 0, stream>>>(values, count);
}

void launch_sample(float *to, cudaTextureObject_t texture, int count, cudaStream_t stream)
{
    sample<<<(count + 255) / 256, 256, 0, stream>>>(to, texture, count);
}

const void *scale_kernel()
{
    return (const void *)scale;
}

cudaError_t set_factor(float value)
{
    return cudaMemcpyToSymbol(factor, &value, sizeof value);
}

cudaError_t read_counter(int *value)
{
    return cudaMemcpyFromSymbol(value, counter, sizeof *value);
}

int *managed_total()
{
    return &total;
}
