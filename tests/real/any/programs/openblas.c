/* Multiplies through the C and the Fortran names, and gets a complex number by value.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <cblas.h>
#include <complex.h>
#include <stdio.h>

int main(void)
{
    double a[] = {1, 2, 3, 4}, c[4] = {0};
    double _Complex x[] = {1 + 2 * I};

    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, 2, 2, 2, 1, a, 2, a, 2, 0, c, 2);
    if (c[0] != 7 || c[3] != 22 || cblas_ddot(4, a, 1, a, 1) != 30)
        return 1;
    if (cblas_zdotu(1, x, 1, x, 1) != -3 + 4 * I)
        return 1;
    puts("works");
    return 0;
}
