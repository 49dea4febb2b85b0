/* Resolves symbols by name and version, and suffixed names by the nearest suffix.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/loader/resolve.h"
#include "runtime/loader/related.h"
#include "runtime/loader/symbol.h"
#include "runtime/loader/variant.h"
#include <string.h>

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

/* Looks up the stub's versions; if it lists none, the version `base`, unless that is "". Then, if
 * the stub lists none or the file defines none (`base` is NULL), the name without a version. */
lazynccl_function lazynccl_resolve_name(const lazynccl_library *library, int index,
                                        const char *name, void *handle, const char *base)
{
    lazynccl_function found = NULL;
    const char *version = NULL;
    int versioned = 0;

    while (!found && (version = lazynccl_symbol_version(library, index, version))) {
        found = lazynccl_symbol_of(handle, name, version);
        versioned = 1;
    }
    if (found || (versioned && base))
        return found;
    if (lazynccl_is_based(base))
        found = lazynccl_symbol_of(handle, name, base);
    return found ? found : lazynccl_symbol_of(handle, name, NULL);
}

lazynccl_function lazynccl_resolve_one(const lazynccl_library *library, int index, void *handle)
{
    return lazynccl_resolve_name(library, index, lazynccl_symbol_name(library->description, index),
                                 handle, lazynccl_base_version(library->description, handle));
}

/* Resolves a slot whose name the library lacks by a related name. */
static void lazynccl_resolve_related(const lazynccl_library *library, int index, const char *name,
                                     void *handle, const char *base,
                                     struct lazynccl_outcome *outcome)
{
    const struct lazynccl_description *desc = library->description;
    lazynccl_function *found = &outcome->found[index];
    char other[LAZYNCCL_SYMBOL_BYTES];

    /* the slot before is the same function one minor older, resolved by this same rule */
    if (!*found && desc->family && index % (desc->highest_minor + 1) > 0)
        *found = found[-1];
    if (!*found && desc->suffixed &&
        lazynccl_find_other_name(library, name, handle, outcome->major, other))
        *found = lazynccl_resolve_name(library, index, other, handle, base);
}

void lazynccl_resolve_all(const lazynccl_library *library, void *handle,
                          struct lazynccl_outcome *outcome)
{
    const struct lazynccl_description *desc = library->description;
    const char *name = lazynccl_symbol_first(desc), *base = lazynccl_base_version(desc, handle);

    for (int i = 0; i < desc->count; name = lazynccl_symbol_next(desc, i++, name)) {
        outcome->found[i] = lazynccl_resolve_name(library, i, name, handle, base);
        if (desc->suffixed)
            lazynccl_resolve_related(library, i, name, handle, base, outcome);
    }
}

void lazynccl_add_version(const lazynccl_library *library, struct lazynccl_outcome *outcome)
{
    const struct lazynccl_trampolines *code = library->trampolines;

    if (code && code->version_fallback && outcome->version && !outcome->found[code->version_slot])
        outcome->found[code->version_slot] = code->version_fallback;
}
