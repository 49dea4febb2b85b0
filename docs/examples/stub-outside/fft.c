/* Prints which cuFFT a transform would use, or why it is missing. The stub of the library is
 * cufft.toml, which is not part of lazynccl:
 *
 *     ./dev vendor docs/examples/stub-outside/cufft.toml -o vendored
 *     cc -Ivendored -I/usr/local/cuda/include fft.c vendored/lazynccl.c -o fft
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <cufft.h>
#include <lazynccl.h>
#include <stdio.h>

int main(void)
{
    lazynccl_library *cufft = lazynccl_cufft();
    cufftHandle plan;
    int version;

    if (cufftGetVersion(&version) != CUFFT_SUCCESS) {
        printf("%s\n", lazynccl_error(cufft, NULL));
        return 1;
    }
    printf("cuFFT reports version %d, lazynccl reports %d; found via %s: %s\n", version,
           lazynccl_version(cufft), lazynccl_found_via(cufft), lazynccl_path(cufft));
    if (!lazynccl_has(cufft, "cufftSetPlanPropertyInt64"))
        printf("%s\n", lazynccl_error(cufft, "cufftSetPlanPropertyInt64"));
    if (cufftPlan1d(&plan, 1024, CUFFT_C2C, 1) != CUFFT_SUCCESS)
        printf("no plan: is there a GPU?\n");
    else
        cufftDestroy(plan);
    return 0;
}
