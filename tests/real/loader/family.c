/* Uses nvJitLink in a function named by -DNAME=..., for a program with two families. */
#include <nvJitLink.h>
#include <stdint.h>
#include <stdio.h>

/* Creates a linker and destroys it. Returns 0 if both succeed. */
int NAME(void);
int NAME(void)
{
    const char *options[] = {"-arch=sm_80"};
    nvJitLinkHandle linker = NULL;
    int result = nvJitLinkCreate(&linker, 1, options);

    return result ? result : (int)nvJitLinkDestroy(&linker);
}
