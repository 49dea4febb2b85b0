/* The functions that ask each library with a stub for its version, for stand-ins.
 * Generated from the stubs by gen/c/render.py.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "standin/template/standin.h"

typedef enum { TINY_SUCCESS = 0, TINY_ERROR_SYSTEM = 2 } tinyResult;

LAZYNCCL_NO_CFI
static int version_tiny(lazynccl_function function)
{
    int major = 0, minor = 0;
    if (((tinyResult (*)(int *, int *))function)(&major, &minor) != 0)
        return 0;
    return major * 10000 + minor * 100;
}

int lazynccl_standin_version(int known, lazynccl_function function)
{
    switch (known) {
    case 0:
        return version_tiny(function);
    }
    return 0;
}
