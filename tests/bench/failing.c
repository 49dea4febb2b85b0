/* Calls a library that is known to be absent, and prints the nanoseconds of ten million calls. */
#include "../libc.h"

#define CALLS 10000000

int ncclGetVersion(int *version);

int main(void)
{
    double start;
    int version, code = ncclGetVersion(&version);

    start = clock_ms(CLOCK_MONOTONIC);
    for (int i = 1; i < CALLS; i++)
        code += ncclGetVersion(&version);
    printf("%.0f\n", (clock_ms(CLOCK_MONOTONIC) - start) * 1e6);
    return code != 2 * CALLS;
}
