/* usage: require LIBRARY VERSION [FILE]: requires this version, after opening FILE as other code
 * would, and prints the result and the mapped files. */
#include "../../libc.h"
#include "found.h"

#define REQUIRE(name)                                                                              \
    if (strcmp(argv[1], #name) == 0) {                                                             \
        printf("require: %d\n", lazynccl_require(lazynccl_##name(), atoi(argv[2])));               \
        printf("load: %d\n", lazynccl_load(lazynccl_##name()));                                    \
        PRINT_FOUND(name);                                                                         \
        printf("%s", lazynccl_report(lazynccl_##name()));                                          \
    }

int main(int argc, char **argv)
{
    if (argc < 3 || (argc > 3 && !dlopen(argv[3], RTLD_NOW | RTLD_LOCAL)))
        return 1;
    REQUIRE(nccl)
    REQUIRE(nvrtc)
    REQUIRE(nvjitlink)
    fflush(stdout);
    return system("grep -Eo '/.*/lib(nccl|nvrtc|nvJitLink)[.]so.*$' /proc/$PPID/maps | sort -u | "
                  "sed 's/^/mapped: /'");
}
