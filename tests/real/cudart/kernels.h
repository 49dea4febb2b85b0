/* The functions of kernels.cu, which nvcc compiles; the program is compiled by any compiler. */
#pragma once
#include <cuda_runtime_api.h>

extern "C" {
void launch_scale(float *values, int count, cudaStream_t stream);
void launch_sample(float *to, cudaTextureObject_t texture, int count, cudaStream_t stream);
const void *scale_kernel();
cudaError_t set_factor(float factor);
cudaError_t read_counter(int *counter);
int *managed_total();
}
