/* Resolves symbols by name and version, and suffixed names by the nearest suffix.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/loader/resolve.h"
#include "runtime/loader/symbol.h"
#include "runtime/loader/variant.h"
#include <string.h>

#ifndef LAZYNCCL_WITHOUT_VERSIONS
const char *lazynccl_symbol_version(const lazynccl_library *library, int index, const char *last)
{
    const struct lazynccl_description *desc = library->description;
    const unsigned char *numbers = (const unsigned char *)desc->symbols + desc->versions;
    const unsigned char *starts = numbers + desc->count, *start;
    const char *version;

    if (!desc->versions)
        return NULL;
    start = starts + 2 * numbers[index];
    version = last ? last + strlen(last) + 1 : (const char *)starts + (start[0] << 8 | start[1]);
    return *version ? version : NULL;
}
#endif

/* If the file defines no versions, only the plain name can match. */
lazynccl_function lazynccl_resolve_name(const lazynccl_library *library, int index,
                                        const char *name, void *handle)
{
    const char *version = NULL;
    int versioned = 0;

    while ((version = lazynccl_symbol_version(library, index, version))) {
        lazynccl_function found = lazynccl_symbol_of(handle, name, version);

        if (found)
            return found;
        versioned = 1;
    }
    if (versioned && lazynccl_defines_versions(handle))
        return NULL;
    return lazynccl_symbol_of(handle, name, NULL);
}

lazynccl_function lazynccl_resolve_one(const lazynccl_library *library, int index, void *handle)
{
    return lazynccl_resolve_name(library, index, lazynccl_symbol_name(library->description, index),
                                 handle);
}

lazynccl_function lazynccl_fallback_of(lazynccl_library *library, int index)
{
    return library->trampolines->fallbacks[library->trampolines->row_of_slot[index]];
}

void lazynccl_resolve_all(const lazynccl_library *library, void *handle, int major,
                          lazynccl_function *found)
{
    const struct lazynccl_description *desc = library->description;
    const char *name = desc->symbols;
    char other[LAZYNCCL_SYMBOL_BYTES];

    for (int i = 0; i < desc->count; name = lazynccl_symbol_next(desc, i++, name)) {
        /* a first call asks for hundreds of names, most of them without a version */
        found[i] = desc->versions ? lazynccl_resolve_name(library, i, name, handle)
                                  : lazynccl_symbol_of(handle, name, NULL);
        /* the slot before is the same function one minor older, resolved by this same rule */
        if (!found[i] && desc->family && i % (desc->highest_minor + 1) > 0)
            found[i] = found[i - 1];
        if (!found[i] && desc->suffixed && lazynccl_other_name(library, name, handle, major, other))
            found[i] = lazynccl_resolve_name(library, i, other, handle);
    }
}

void lazynccl_add_version_function(const lazynccl_library *library, lazynccl_function *found)
{
    const struct lazynccl_trampolines *code = library->trampolines;

    if (code && code->version_fallback && !found[code->version_slot])
        found[code->version_slot] = code->version_fallback;
}
