/* Asks what needs no GPU; without the library it answers an error. SPDX-License-Identifier:
 * Apache-2.0 OR MIT */
#include <cuda_runtime_api.h>
#include <stdio.h>

int main(void)
{
    int version = 0;
    cudaError_t error = cudaRuntimeGetVersion(&version);

    if (error != cudaSuccess) {
        puts(cudaGetErrorString(error));
        return 3;
    }
    puts("works");
    return version < 12000;
}
