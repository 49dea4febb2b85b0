/* usage: plain-name SYMBOL: prints lazynccl's results for a plain name in a program compiled with
 * nvJitLink 13's header, whose calls have a suffix. */
#include "found.h"
#include <nvJitLink.h>

int main(int argc, char **argv)
{
    const char *symbol = argc == 2 ? argv[1] : "", *why;
    size_t size = 0;

    printf("has: %d\n", lazynccl_has(lazynccl_nvjitlink(), symbol));
    printf("create: %d\n", nvJitLinkCreate(NULL, 0, NULL));
    printf("size: %d\n", nvJitLinkGetLinkedLTOIRSize(NULL, &size));
    why = lazynccl_error(lazynccl_nvjitlink(), symbol);
    printf("why: %s\n", why ? why : "it is there");
    PRINT_FOUND(nvjitlink);
    return 0;
}
