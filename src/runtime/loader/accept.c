/* Decides whether an open object is the library, and makes it the result of the search.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/loader/accept.h"
#include "runtime/loader/dlerror.h"
#include "runtime/loader/object.h"
#include "runtime/loader/related.h"
#include "runtime/loader/resolve.h"
#include "runtime/loader/variant.h"
#include "runtime/search/candidates.h"
#include "runtime/search/elf_check.h"
#include "runtime/search/path.h"
#include <dlfcn.h>
#include <errno.h>

/* Sets `symbol` to the function in a slot of a suffix family's base library; NULL if absent. */
static void lazynccl_ask_base(const lazynccl_library *library, int slot, void *handle,
                              lazynccl_function *symbol)
{
    *symbol = lazynccl_resolve_one(library->base, slot, handle);
    if (lazynccl_leads_to_build(*symbol))
        *symbol = NULL;
}

/* Sets the version that the library reports, 0 if it reports none. In a suffix family, the version
 * function is one of the base library. */
static void lazynccl_ask_version(const lazynccl_library *library, void *handle,
                                 struct lazynccl_outcome *outcome)
{
    const struct lazynccl_description *desc = library->base->description;
    int slot = desc->version_function ? lazynccl_symbol_index(desc, desc->version_function) : -1;
    lazynccl_function symbol = NULL;
    int version = 0;

    (void)handle;
    if (slot >= 0 && library == library->base)
        symbol = outcome->found[slot];
    if (slot >= 0 && library != library->base)
        lazynccl_ask_base(library, slot, handle, &symbol);
    if (symbol)
        version = library->base->trampolines->version(symbol);
    if (!symbol)
        lazynccl_read_suffix(library, handle, outcome, &version);
    if (version > 0 && version < 10000) /* NCCL up to 2.8 used major*1000 */
        version = version / 1000 * 10000 + version % 1000;
    outcome->version = version > 0 ? version : 0;
}

/* Returns why an open object is not the library, or NULL if it is; then the outcome is filled. */
LAZYNCCL_READS_LDSO
static const char *lazynccl_unfit(struct lazynccl_search *s, void *handle)
{
    struct lazynccl_outcome *outcome = s->outcome;
    const struct link_map *map = lazynccl_map_of(handle);
    int count = 0;

    if (lazynccl_is_no_library(s, map))
        return LAZYNCCL_IS_NO_LIBRARY;
    if (lazynccl_is_itself(s, map))
        return LAZYNCCL_IS_BUILD;
    if (lazynccl_is_for_linking(map->l_name))
        return LAZYNCCL_IS_FOR_LINKING;
    if (lazynccl_is_other(s, map->l_name))
        return lazynccl_why_other(s, map->l_name);
    if (lazynccl_comes_back(s, handle))
        return lazynccl_why_it_comes_back(s, handle);
    lazynccl_set_major(s, map->l_name);
    lazynccl_resolve_all(s->library, handle, outcome);
    if (s->description->changed)
        lazynccl_adapt_to_major(s->library, handle, outcome);
    lazynccl_drop_builds(s);
    for (int i = 0; i < s->description->count; i++)
        count += outcome->found[i] != NULL;
    if (!count)
        return lazynccl_why_none(s, handle);
    if (!LAZYNCCL_EXPORTS)
        lazynccl_call_interposers(s, map->l_name);
    lazynccl_expect_calls(s, LAZYNCCL_EXPORTS);
    lazynccl_ask_version(s->library, handle, outcome);
    if (lazynccl_came_back(s))
        return LAZYNCCL_COMES_BACK;
    lazynccl_expect_calls(s, 0);
    if (s->description->suffixed)
        lazynccl_add_version(s->library, outcome);
    if (lazynccl_is_too_old(s))
        return lazynccl_not_enough(s, lazynccl_why_too_old(s));
    if (s->description->complete && lazynccl_lacks(s->description, outcome->found))
        return lazynccl_not_enough(
            s, lazynccl_arena_print(&s->arena, LAZYNCCL_LACKS,
                                    lazynccl_lacks(s->description, outcome->found)));
    return NULL;
}

/* Makes an open object the result of the search. */
LAZYNCCL_READS_LDSO
static void lazynccl_accept(struct lazynccl_search *s, void *handle)
{
    struct lazynccl_outcome *outcome = s->outcome;

    outcome->path = lazynccl_map_of(handle)->l_name;
    lazynccl_keep_path(s, handle);
    lazynccl_note(s, "%s: taken", lazynccl_file_of(outcome));
    lazynccl_note_copies(s);
    if (lazynccl_has_majors(s->description))
        lazynccl_accept_related(s);
    outcome->location = lazynccl_location_of(s);
    outcome->handle = handle;
    s->stop = 1;
}

void lazynccl_take(struct lazynccl_search *s, void *handle, const char *path)
{
    int error = errno;
    const char *why;

    lazynccl_record(s, path, handle); /* the library's functions may call back */
    why = handle ? lazynccl_unfit(s, handle) : dlerror();
    if (!handle)
        s->arena.error = lazynccl_dlopen_error(why, error, s->folder_named);
    if (!handle)
        lazynccl_end_if_named(s);
    if (handle && !why)
        lazynccl_accept(s, handle);
    else
        lazynccl_refuse(s, path, why ? why : LAZYNCCL_NO_REASON);
}
