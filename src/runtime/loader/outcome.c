/* What is open, and in which version.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/loader/outcome.h"
#include "runtime/loader/keep.h"
#include "runtime/loader/resolve.h"
#include "runtime/loader/symbol.h"

const struct lazynccl_outcome *lazynccl_outcome_of(lazynccl_library *library)
{
    lazynccl_keep_until_closed();
    return __atomic_load_n(&library->outcome, __ATOMIC_ACQUIRE);
}

const struct lazynccl_outcome *lazynccl_success_of(lazynccl_library *library)
{
    const struct lazynccl_outcome *outcome = lazynccl_outcome_of(library);

    return outcome && outcome->handle ? outcome : NULL;
}

int lazynccl_version_asked(const lazynccl_library *library, void *handle, int major,
                           const struct lazynccl_objects *own)
{
    const struct lazynccl_description *desc = library->base->description;
    int slot = desc->version_function ? lazynccl_symbol_index(desc, desc->version_function) : -1;
    lazynccl_symbol symbol =
        slot >= 0 ? lazynccl_resolve_one(library->base, slot, handle, own) : NULL;
    int version;

    if (!symbol) { /* nvJitLink 12.0 to 12.2 tell it only by their newest suffix */
        int minor = lazynccl_newest_suffix(library, handle, major, own);

        return minor < 0 ? 0 : major * 10000 + minor * 100;
    }
    version = library->base->trampolines->version(symbol);
    if (version > 0 && version < 10000) /* NCCL up to 2.8 counted major*1000 */
        version = version / 1000 * 10000 + version % 1000;
    return version > 0 ? version : 0;
}

int lazynccl_version_of(lazynccl_library *library)
{
    const struct lazynccl_outcome *open = lazynccl_success_of(library);

    return open ? lazynccl_version_asked(library, open->handle, open->major, NULL) : 0;
}

lazynccl_library *lazynccl_only_family(lazynccl_library *base)
{
    lazynccl_library *only = NULL;
    int families = 0;

    LAZYNCCL_FOR_EACH_OF(base, library)
    {
        if (library != base && families++ == 0)
            only = library;
    }
    return families == 1 ? only : NULL;
}

void lazynccl_outcome_free(struct lazynccl_outcome *outcome)
{
    struct lazynccl_arena arena = outcome->arena; /* which holds the outcome too */

    lazynccl_arena_free(&arena);
}
