/* Finds what serves for a symbol with a version suffix, such as nvJitLink's.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/loader/suffix.h"
#include "runtime/loader/symbol.h"
#include "runtime/loader/variant.h"
#include <stdio.h>

int lazynccl_newest_suffix(const lazynccl_library *library, void *handle, int major)
{
    const struct lazynccl_description *desc = library->base->description;
    char symbol[LAZYNCCL_SYMBOL_BYTES], oldest[LAZYNCCL_SYMBOL_BYTES];

    /* slot 0: the oldest function, which is in every family */
    snprintf(oldest, sizeof oldest, "%s", desc->symbols);
    if (*oldest == '_')
        lazynccl_plain_name(desc->symbols, oldest);
    for (int minor = desc->highest_minor; desc->suffixed && minor >= 0; minor--) {
        snprintf(symbol, sizeof symbol, desc->suffixed, oldest, major, minor);
        if (lazynccl_symbol_of(handle, symbol, NULL))
            return minor;
    }
    return -1;
}

/* For a suffixed name the plain one, for a plain name that with the newest suffix. */
int lazynccl_other_name(const lazynccl_library *library, const char *name, void *handle, int major,
                        char other[LAZYNCCL_SYMBOL_BYTES])
{
    const struct lazynccl_description *desc = library->description;
    int newest = desc->family ? -1 : lazynccl_newest_suffix(library, handle, major);

    if (desc->family)
        lazynccl_plain_name(name, other);
    else if (newest >= 0)
        snprintf(other, LAZYNCCL_SYMBOL_BYTES, desc->suffixed, name, major, newest);
    return desc->family || newest >= 0;
}
