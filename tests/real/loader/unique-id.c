/* usage: unique-id LIBRARY: prints the result of this file's ncclGetUniqueId(); with
 * NCCL_DEBUG=INFO NCCL logs its steps. */
#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    void *library = argc == 2 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    int (*get)(char id[128]) = library ? (int (*)(char *))dlsym(library, "ncclGetUniqueId") : NULL;
    char id[128];

    if (!get) {
        puts(dlerror());
        return 1;
    }
    printf("code %d\n", get(id));
    return 0;
}
