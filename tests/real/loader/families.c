/* usage: families 12|13...: calls nvJitLink with these suffix families, in this order. */
#include "found.h"
#include <stdlib.h>
#include <string.h>

int use_12(void);
int use_13(void);

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        const char *symbol = "__nvJitLinkCreate_12_9", *why;
        int is_12 = strcmp(argv[i], "12") == 0;

        printf("family %s: %d\n", argv[i], is_12 ? use_12() : use_13());
        why = lazynccl_error(lazynccl_nvjitlink(), is_12 ? symbol : "__nvJitLinkCreate_13_5");
        if (why)
            printf("why: %s\n", why);
    }
    PRINT_FOUND(nvjitlink);
    fflush(stdout);
    return system("grep -o '/.*libnvJitLink.so.*$' /proc/$PPID/maps | sort -u | "
                  "sed 's/^/mapped: /'");
}
