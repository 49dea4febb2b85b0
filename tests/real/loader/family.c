/* One use of nvJitLink under a name of its own (-DNAME=...), for a program that has two.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <nvJitLink.h>
#include <stdint.h>
#include <stdio.h>

/* Creates a linker and destroys it: 0 if both worked. */
int NAME(void);
int NAME(void)
{
    const char *options[] = {"-arch=sm_80"};
    nvJitLinkHandle linker = NULL;
    int result = nvJitLinkCreate(&linker, 1, options);

    return result ? result : (int)nvJitLinkDestroy(&linker);
}
