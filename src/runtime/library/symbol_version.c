/* Reads the symbol versions of a library's functions from what its stub says.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/library/symbol_version.h"
#include <string.h>

const char *lazynccl_symbol_version(const lazynccl_library *library, int index, int n)
{
    const struct lazynccl_description *desc = library->description;
    const char *numbers = desc->symbols + desc->versions, *version = numbers + desc->count;
    int list = desc->versions ? (unsigned char)numbers[index] : 0;

    if (!list)
        return NULL;
    while (list > 1 || (*version && n > 0)) {
        if (!*version)
            list--;
        else if (list == 1)
            n--;
        version += strlen(version) + 1;
    }
    return *version ? version : NULL;
}
