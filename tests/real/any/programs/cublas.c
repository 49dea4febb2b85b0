/* Asks what needs no GPU; without the library it answers an error. SPDX-License-Identifier:
 * Apache-2.0 OR MIT */
#include <cublas_v2.h>
#include <stdio.h>

int main(void)
{
    int version = 0;
    cublasStatus_t status = cublasGetProperty(MAJOR_VERSION, &version);

    if (status != CUBLAS_STATUS_SUCCESS) {
        puts(cublasGetStatusString(status));
        return 3;
    }
    puts("works");
    return version < 12;
}
