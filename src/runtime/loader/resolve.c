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

/* If the file defines no versions, only the plain name can match; if the program has none, the
 * `base` version does, or only the plain name if that is "". */
lazynccl_function lazynccl_resolve_name(const lazynccl_library *library, int index,
                                        const char *name, void *handle, const char *base)
{
    lazynccl_function found = NULL;
#ifndef LAZYNCCL_WITHOUT_VERSIONS
    const char *version = NULL;
    int versioned = 0;
#else
    (void)library;
    (void)index;
#endif

#ifdef LAZYNCCL_TABLE
    if (!name)
        return NULL;
#endif
#ifndef LAZYNCCL_WITHOUT_VERSIONS
    while (!found && (version = lazynccl_symbol_version(library, index, version))) {
        found = lazynccl_symbol_of(handle, name, version);
        versioned = 1;
    }
    if (versioned && base)
        return found;
#endif
#ifndef LAZYNCCL_WITHOUT_UNVERSIONED
    if (!found && base && *base)
        found = lazynccl_symbol_of(handle, name, base);
#endif
    return found ? found : lazynccl_symbol_of(handle, name, NULL);
}

lazynccl_function lazynccl_resolve_one(const lazynccl_library *library, int index, void *handle)
{
    return lazynccl_resolve_name(library, index, lazynccl_symbol_name(library->description, index),
                                 handle, lazynccl_base_version(library->description, handle));
}

lazynccl_function lazynccl_fallback_of(lazynccl_library *library, int index)
{
    return library->trampolines->fallbacks[library->trampolines->row_of_slot[index]];
}

#ifndef LAZYNCCL_WITHOUT_ANSWERS
int lazynccl_may_return(const lazynccl_library *library, int index,
                        const struct lazynccl_outcome *outcome)
{
    int row = library->trampolines->row_of_slot[index] - library->trampolines->texts;

    return row < 0 || row >= library->trampolines->answers ||
           lazynccl_may_answer(library->description, index, outcome);
}
#endif

void lazynccl_resolve_all(const lazynccl_library *library, void *handle, int major,
                          lazynccl_function *found)
{
    const struct lazynccl_description *desc = library->description;
    const char *name = lazynccl_symbol_first(desc), *base = lazynccl_base_version(desc, handle);
#ifndef LAZYNCCL_WITHOUT_RELATED
    char other[LAZYNCCL_SYMBOL_BYTES];
#else
    (void)major;
#endif

    for (int i = 0; i < desc->count; name = lazynccl_symbol_next(desc, i++, name)) {
        found[i] = lazynccl_resolve_name(library, i, name, handle, base);
#ifndef LAZYNCCL_WITHOUT_RELATED
        /* the slot before is the same function one minor older, resolved by this same rule */
        if (!found[i] && desc->family && i % (desc->highest_minor + 1) > 0)
            found[i] = found[i - 1];
        if (!found[i] && desc->suffixed && lazynccl_other_name(library, name, handle, major, other))
            found[i] = lazynccl_resolve_name(library, i, other, handle, base);
#endif
    }
}

void lazynccl_add_version_function(const lazynccl_library *library, lazynccl_function *found)
{
    const struct lazynccl_trampolines *code = library->trampolines;

    if (code && code->version_fallback && !found[code->version_slot])
        found[code->version_slot] = code->version_fallback;
}
