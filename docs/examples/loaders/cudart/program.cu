// A program of nvcc that starts without CUDA. nvcc makes it register its kernels before main(), which
// calls the CUDA runtime. The file is the same before and after; compile it with -cudart none.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <cstdio>

__global__ void add(int *sum, int number)
{
    atomicAdd(sum, number);
}

int main()
{
    int *sum = nullptr, found = 0;
    cudaError_t error = cudaMalloc(&sum, sizeof *sum);

    if (error) {
        std::printf("no GPU: %s\n", cudaGetErrorString(error));
        return 1;
    }
    cudaMemset(sum, 0, sizeof *sum);
    add<<<2, 32>>>(sum, 1);
    cudaMemcpy(&found, sum, sizeof found, cudaMemcpyDeviceToHost);
    std::printf("sum %d\n", found);
    return cudaFree(sum);
}
