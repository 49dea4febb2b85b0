/* usage: take LIBRARY...: loads these and prints what was found, or the reason. */
#include "found.h"
#include <string.h>

#define TAKE(name)                                                                                 \
    if (strcmp(argv[i], #name) == 0) {                                                             \
        if (lazynccl_load(lazynccl_##name()))                                                      \
            printf("%s", lazynccl_report(lazynccl_##name()));                                      \
        PRINT_FOUND(name);                                                                         \
    }

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        TAKE(nccl)
        TAKE(nvrtc)
        TAKE(nvjitlink)
    }
    return 0;
}
