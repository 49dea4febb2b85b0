/* The public functions of lazynccl.h.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "loader/loader.h"
#include "loader/report.h"
#include "loader/resolve.h"
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A root stands for itself and its suffix families: visits all of them that are linked. */
#define FOR_EACH_OF(root_, library)                                                                \
    for (int i_ = 0; i_ < lazynccl_libraries_count; i_++)                                          \
        for (lazynccl_library *library = lazynccl_libraries[i_];                                   \
             library && library->root == (root_); library = NULL)

static int is_open(lazynccl_library *library)
{
    const struct lazynccl_outcome *outcome = lazynccl_outcome_of(library);

    return outcome && outcome->handle;
}

/* The library or family that answers for a root: the first that was opened, else the one that was
 * looked for, else the only family that is linked, else the root. */
static lazynccl_library *in_use(lazynccl_library *root)
{
    lazynccl_library *best = NULL, *family = NULL;
    int families = 0;

    FOR_EACH_OF(root, library)
    {
        if (is_open(library) &&
            (!best || lazynccl_outcome_of(library)->order < lazynccl_outcome_of(best)->order))
            best = library;
        if (library != root) {
            families++;
            family = library;
        }
    }
    if (best)
        return best;
    FOR_EACH_OF(root, library)
    {
        if (lazynccl_outcome_of(library))
            return library;
    }
    return families == 1 ? family : root;
}

static int any_open(lazynccl_library *root)
{
    FOR_EACH_OF(root, library)
    {
        if (is_open(library))
            return 1;
    }
    return 0;
}

/* Who answers for a symbol, and with which slot; -1 if nobody knows it. A plain name is asked of
 * the family in use, for NVIDIA's header makes __nvJitLinkCreate_13_5() of a call of
 * nvJitLinkCreate(). */
static lazynccl_library *knows(lazynccl_library *root, const char *symbol, int *index)
{
    lazynccl_library *member = in_use(root);
    const struct lazynccl_description *is = member->is;
    char suffixed[LAZYNCCL_SYMBOL_BYTES];

    *index = -1;
    if (is->family) {
        snprintf(suffixed, sizeof suffixed, is->suffixed, symbol, is->family, is->highest_minor);
        *index = lazynccl_symbol_index(is, suffixed);
    }
    if (*index >= 0)
        return member;
    FOR_EACH_OF(root, other)
    {
        *index = lazynccl_symbol_index(other->is, symbol);
        if (*index >= 0)
            return other;
    }
    return root;
}

LAZYNCCL_PUBLIC int lazynccl_load(lazynccl_library *library)
{
    const struct lazynccl_outcome *outcome = lazynccl_look(in_use(library), 1, LAZYNCCL_CALLER);

    return outcome && outcome->handle ? 0 : -1;
}

LAZYNCCL_PUBLIC int lazynccl_available(lazynccl_library *library)
{
    const struct lazynccl_outcome *outcome = lazynccl_look(in_use(library), 0, LAZYNCCL_CALLER);

    return outcome && outcome->handle;
}

LAZYNCCL_PUBLIC int lazynccl_has(lazynccl_library *library, const char *symbol)
{
    const struct lazynccl_outcome *outcome;
    int index;
    lazynccl_library *member = knows(library, symbol, &index);

    if (index < 0)
        return 0;
    outcome = lazynccl_look(member, 0, LAZYNCCL_CALLER);
    return outcome && outcome->handle && outcome->found[index];
}

LAZYNCCL_PUBLIC int lazynccl_require(lazynccl_library *library, int version)
{
    int minimum = __atomic_load_n(&library->minimum, __ATOMIC_RELAXED);

    if (version < 10000 || any_open(library)) /* less is NCCL's own count before 2.9 */
        return -1;
    while (minimum < version && !__atomic_compare_exchange_n(&library->minimum, &minimum, version,
                                                             0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        ;
    return 0;
}

LAZYNCCL_PUBLIC int lazynccl_version(lazynccl_library *library)
{
    lazynccl_library *member = in_use(library);
    int saved = errno, version = lazynccl_version_of(member, lazynccl_outcome_of(member));

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

    return outcome ? outcome->place : NULL;
}

LAZYNCCL_PUBLIC const char *lazynccl_error(lazynccl_library *library, const char *symbol)
{
    int saved = errno, index = -1;
    lazynccl_library *member = in_use(library);
    const char *reason;

    if (symbol) {
        member = knows(library, symbol, &index);
        if (index < 0) {
            struct lazynccl_text text = {NULL, 0, 0};

            lazynccl_text_add(&text, "%s is no function of %s that this build of lazynccl knows",
                              symbol, library->is->title);
            errno = saved;
            return lazynccl_keep(&text);
        }
    }
    reason = lazynccl_reason_for(member, index);
    errno = saved;
    return reason;
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
    struct lazynccl_text text = {NULL, 0, 0};
    const char *kept = NULL;
    int saved = errno;

    if (any_open(library) || (file_or_folder && *file_or_folder != '/'))
        return -1;
    if (file_or_folder) {
        text.bytes = strdup(file_or_folder); /* as it is: it will be opened */
        text.length = strlen(file_or_folder);
        if (!text.bytes) {
            errno = saved;
            return -1;
        }
        kept = lazynccl_keep(&text);
    }
    __atomic_store_n(&library->path, kept, __ATOMIC_RELEASE);
    errno = saved;
    return 0;
}

struct map_search {
    struct link_map *at; /* in: where the list begins; out: the handle's map, or NULL */
    void *handle;
};

/* Runs under the lock by which the dynamic linker changes its list. glibc's handles are its link
 * maps: one is looked for, and looked into only if it is there. */
LAZYNCCL_UNWATCHED
static int find_map(struct dl_phdr_info *info, size_t size, void *context)
{
    struct map_search *search = context;

    (void)info, (void)size;
    while (search->at && search->at != search->handle)
        search->at = search->at->l_next;
    return 1;
}

/* Keeps the object behind a handle in memory for good. Returns 0, or -1 if it is no object's. */
static int pin(void *handle)
{
    void *program = dlopen(NULL, RTLD_LAZY), *pinned = NULL;
    struct map_search search = {NULL, handle};

    if (program && dlinfo(program, RTLD_DI_LINKMAP, &search.at) == 0)
        dl_iterate_phdr(find_map, &search);
    if (search.at && search.at->l_name[0]) /* the program itself has no name */
        pinned = dlopen(search.at->l_name, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
    if (program)
        dlclose(program);
    return pinned == handle ? 0 : -1;
}

LAZYNCCL_PUBLIC int lazynccl_set_handle(lazynccl_library *library, void *handle)
{
    int saved = errno, refused = any_open(library) || (handle && pin(handle) < 0);

    errno = saved;
    if (refused)
        return -1;
    __atomic_store_n(&library->handle, handle, __ATOMIC_RELEASE);
    return 0;
}
