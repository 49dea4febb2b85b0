/* usage: require VERSION [FILE]: requires that NCCL, after opening FILE as somebody else would, and
 * says what came of it and how many copies are mapped.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tell.h"
#include <dlfcn.h>
#include <nccl.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int version = 0, result;

    if (argc > 2 && !dlopen(argv[2], RTLD_NOW | RTLD_LOCAL))
        return 1;
    printf("require: %d\n", lazynccl_require(lazynccl_nccl(), argc > 1 ? atoi(argv[1]) : 0));
    result = ncclGetVersion(&version);
    printf("call: %d %d\n", result, version);
    TELL(nccl);
    printf("%s", lazynccl_report(lazynccl_nccl()));
    fflush(stdout);
    return system("grep -o '/.*libnccl.so.2$' /proc/$PPID/maps | sort -u | sed 's/^/mapped: /'");
}
