/* The public functions of lazynccl.h.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/loader/attempt.h"
#include "runtime/loader/keep.h"
#include "runtime/loader/loader.h"
#include "runtime/loader/open.h"
#include "runtime/loader/related.h"
#include "runtime/loader/report.h"
#include "runtime/loader/variant.h"
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdio.h>

/* Returns the library or family that represents a base library: the first that was opened, else the
 * one that was searched for, else the only family that is linked, else the base library. */
static lazynccl_library *in_use(lazynccl_library *base)
{
    lazynccl_library *first = NULL, *tried = NULL, *family = lazynccl_only_family(base);

    LAZYNCCL_FOR_EACH_OF(base, library)
    {
        const struct lazynccl_outcome *outcome = lazynccl_outcome_of(library);

        if (outcome && !tried)
            tried = library;
        if (lazynccl_success_of(library) &&
            (!first || outcome->order < lazynccl_outcome_of(first)->order))
            first = library;
    }
    if (first)
        return first;
    if (tried)
        return tried;
    return family ? family : base;
}

static int is_open(lazynccl_library *base)
{
    return lazynccl_success_of(in_use(base)) != NULL;
}

/* Returns the library or family that has a symbol, and its slot; -1 if none has. A plain name is
 * first looked up in the family in use, because NVIDIA's header turns a call of nvJitLinkCreate()
 * into __nvJitLinkCreate_13_5(). */
static lazynccl_library *member_with(lazynccl_library *base, const char *symbol, int *index)
{
    lazynccl_library *member = in_use(base);
    const struct lazynccl_description *desc = member->description;
    char suffixed[LAZYNCCL_SYMBOL_BYTES];

    *index = -1;
    if (desc->family) {
        snprintf(suffixed, sizeof suffixed, desc->suffixed, symbol, desc->family,
                 desc->highest_minor);
        *index = lazynccl_symbol_index(desc, suffixed);
    }
    if (*index >= 0)
        return member;
    LAZYNCCL_FOR_EACH_OF(base, other)
    {
        *index = lazynccl_symbol_index(other->description, symbol);
        if (*index >= 0)
            return other;
    }
    return base;
}

static int open_library(lazynccl_library *base, int again, const void *caller)
{
    const struct lazynccl_outcome *outcome = lazynccl_open_library(in_use(base), again, caller);

    return outcome && outcome->handle;
}

LAZYNCCL_PUBLIC int lazynccl_load(lazynccl_library *library)
{
    return open_library(library, 1, LAZYNCCL_CALLER) ? 0 : -1;
}

LAZYNCCL_PUBLIC int lazynccl_available(lazynccl_library *library)
{
    return open_library(library, 0, LAZYNCCL_CALLER);
}

LAZYNCCL_PUBLIC int lazynccl_has(lazynccl_library *library, const char *symbol)
{
    const struct lazynccl_outcome *outcome;
    int index = -1;
    lazynccl_library *member = symbol ? member_with(library, symbol, &index) : NULL;

    if (index < 0)
        return 0;
    outcome = lazynccl_open_library(member, 0, LAZYNCCL_CALLER);
    return outcome && outcome->handle && outcome->found[index] != NULL;
}

LAZYNCCL_PUBLIC int lazynccl_require(lazynccl_library *library, int version)
{
    int minimum = __atomic_load_n(&library->minimum, __ATOMIC_RELAXED);

    if (version < 10000 || is_open(library)) /* NCCL's own numbering before 2.9 */
        return -1;
    while (minimum < version && !__atomic_compare_exchange_n(&library->minimum, &minimum, version,
                                                             0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        ;
    return 0;
}

LAZYNCCL_PUBLIC int lazynccl_version(lazynccl_library *library)
{
    int saved = errno, version = lazynccl_version_of(in_use(library));

    errno = saved;
    return version;
}

LAZYNCCL_PUBLIC const char *lazynccl_path(lazynccl_library *library)
{
    const struct lazynccl_outcome *outcome = lazynccl_outcome_of(in_use(library));

    return outcome ? outcome->path : NULL;
}

LAZYNCCL_PUBLIC const char *lazynccl_found_via(lazynccl_library *library)
{
    const struct lazynccl_outcome *outcome = lazynccl_outcome_of(in_use(library));

    return outcome ? outcome->location : NULL;
}

LAZYNCCL_PUBLIC const char *lazynccl_error(lazynccl_library *library, const char *symbol)
{
    int saved = errno, index = -1;
    lazynccl_library *member = symbol ? member_with(library, symbol, &index) : in_use(library);
    struct lazynccl_arena arena = {0};
    struct lazynccl_text text = {.arena = &arena};
    const char *reason;

    if (symbol && index < 0) {
        lazynccl_text_add(&text, "%s is not a function of %s that this build of lazynccl knows",
                          symbol, library->description->title);
        reason = lazynccl_text_keep(&text);
    } else {
        reason = lazynccl_reason_for(member, index);
    }
    errno = saved;
    return reason;
}

LAZYNCCL_PUBLIC const char *lazynccl_why(lazynccl_library *library)
{
    open_library(library, 0, LAZYNCCL_CALLER);
    return lazynccl_error(library, NULL);
}

LAZYNCCL_PUBLIC void *lazynccl_symbol(lazynccl_library *library, const char *symbol)
{
    int saved = errno, index = -1;
    lazynccl_library *member = symbol ? member_with(library, symbol, &index) : library;
    const struct lazynccl_outcome *outcome;
    void *address = NULL;

    if (symbol && index < 0)
        member = in_use(library);
    outcome = symbol ? lazynccl_open_library(member, 0, LAZYNCCL_CALLER) : NULL;
    if (outcome && outcome->handle && index < 0)
        address = dlsym(outcome->handle, symbol);
    else if (outcome && outcome->handle)
        address = (void *)(uintptr_t)outcome->found[index];
    errno = saved;
    return address;
}

LAZYNCCL_PUBLIC const char *lazynccl_report(lazynccl_library *library)
{
    int saved = errno;
    const char *report = lazynccl_report_of(in_use(library));

    errno = saved;
    return report;
}

LAZYNCCL_PUBLIC int lazynccl_set_path(lazynccl_library *library, const char *file_or_folder)
{
    int saved = errno, refused = is_open(library) || (file_or_folder && *file_or_folder != '/');
    const char *kept = file_or_folder && !refused ? lazynccl_keep_text(file_or_folder) : NULL;

    errno = saved;
    if (refused || (file_or_folder && !kept))
        return -1;
    __atomic_store_n(&library->path, kept, __ATOMIC_RELEASE);
    return 0;
}

struct map_search {
    struct link_map *at; /* in: this module's; out: the handle's, or NULL */
    void *handle;
};

/* Runs under the lock that protects the dynamic linker's list. The handles of glibc are its link
 * maps, so a handle is dereferenced only if it is in the list. */
LAZYNCCL_READS_LDSO
static int find_map(struct dl_phdr_info *info, size_t size, void *context)
{
    struct map_search *search = context;

    (void)info;
    (void)size;
    while (search->at && search->at->l_prev)
        search->at = search->at->l_prev;
    while (search->at && search->at != search->handle)
        search->at = search->at->l_next;
    return 1;
}

/* Keeps the object of a handle in memory for the life of the process. Returns 0, or -1 if the
 * handle is invalid. */
static int pin(void *handle)
{
    void *pinned = NULL, *map = NULL;
    struct map_search search = {NULL, handle};
    Dl_info info;

    if (dladdr1(lazynccl_libraries, &info, &map, RTLD_DL_LINKMAP)) {
        search.at = map; /* in our namespace, which dlmopen may have made */
        lazynccl_objects_each(find_map, &search);
    }
#ifdef __GLIBC__
    if (search.at && search.at->l_name[0]) /* the program itself has no name */
        pinned = dlopen(search.at->l_name, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
#else /* musl unloads nothing, and looks for the file again; the program is the first */
    if (search.at && search.at->l_prev)
        pinned = handle;
#endif
    return pinned == handle ? 0 : -1;
}

LAZYNCCL_PUBLIC int lazynccl_set_handle(lazynccl_library *library, void *handle)
{
    int saved = errno, refused = is_open(library) || (handle && pin(handle) < 0);

    errno = saved;
    if (refused)
        return -1;
    __atomic_store_n(&library->handle, handle, __ATOMIC_RELEASE);
    return 0;
}
