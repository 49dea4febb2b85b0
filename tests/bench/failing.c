/* Calls a library that is known to be absent, and prints the nanoseconds of ten million calls. */
#define _GNU_SOURCE
#include <stdio.h>
#include <time.h>

#define CALLS 10000000

int ncclGetVersion(int *version);

int main(void)
{
    struct timespec before, after;
    int version, code = ncclGetVersion(&version);

    clock_gettime(CLOCK_MONOTONIC, &before);
    for (int i = 1; i < CALLS; i++)
        code += ncclGetVersion(&version);
    clock_gettime(CLOCK_MONOTONIC, &after);
    printf("%.0f\n",
           (after.tv_sec - before.tv_sec) * 1e9 + (double)(after.tv_nsec - before.tv_nsec));
    return code != 2 * CALLS;
}
