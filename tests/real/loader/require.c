/* usage: require LIBRARY VERSION [FILE]: requires this version, after opening FILE as other code
 * would, and prints the result and the mapped files. */
#include "../../libc.h"
#include "found.h"

int main(int argc, char **argv)
{
    lazynccl_library *library;

    if (argc < 3 || (argc > 3 && !dlopen(argv[3], RTLD_NOW | RTLD_LOCAL)))
        return 1;
    library = library_named(argv[1]);
    printf("require: %d\n", lazynccl_require(library, atoi(argv[2])));
    printf("load: %d\n", lazynccl_load(library));
    print_found(argv[1], library);
    printf("%s", lazynccl_report(library));
    fflush(stdout);
    return system("grep -Eo '/.*/lib(nccl|nvrtc|nvJitLink)[.]so.*$' /proc/$PPID/maps | sort -u | "
                  "sed 's/^/mapped: /'");
}
