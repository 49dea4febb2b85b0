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
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Returns the outcome for a base library, an empty one before the search. Opens nothing. */
static const struct lazynccl_outcome *known_of(lazynccl_library *base)
{
    static const struct lazynccl_outcome none;
    const struct lazynccl_outcome *outcome = lazynccl_outcome_of(lazynccl_in_use(base));

    return outcome ? outcome : &none;
}

static int open_library(lazynccl_library *base, int again, const void *caller)
{
    const struct lazynccl_outcome *outcome =
        lazynccl_open_library(lazynccl_in_use(base), again, caller);

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

/* Opens the library and returns the address of a symbol, or NULL. Unless `any` is set, only a
 * function of this build counts. */
static void *address_of(lazynccl_library *library, const char *symbol, int any, const void *caller)
{
    lazynccl_library *member = library;
    int saved = errno, index = symbol ? lazynccl_slot_of(&member, symbol) : -1;
    const struct lazynccl_outcome *outcome = NULL;
    void *address = NULL;

    if (symbol && (any || index >= 0))
        outcome = lazynccl_open_library(member, 0, caller);
    if (outcome && outcome->handle)
        address =
            index < 0 ? dlsym(outcome->handle, symbol) : (void *)(uintptr_t)outcome->found[index];
    errno = saved;
    return address;
}

LAZYNCCL_PUBLIC int lazynccl_has(lazynccl_library *library, const char *symbol)
{
    return address_of(library, symbol, 0, LAZYNCCL_CALLER) != NULL;
}

LAZYNCCL_PUBLIC void *lazynccl_symbol(lazynccl_library *library, const char *symbol)
{
    return address_of(library, symbol, 1, LAZYNCCL_CALLER);
}

LAZYNCCL_PUBLIC const char *lazynccl_missing(lazynccl_library *library)
{
    const struct lazynccl_outcome *open = known_of(library);

    return open->handle ? lazynccl_lacks(lazynccl_in_use(library)->description, open->found) : NULL;
}

LAZYNCCL_PUBLIC int lazynccl_require(lazynccl_library *library, int version)
{
    int minimum = __atomic_load_n(&library->minimum, __ATOMIC_RELAXED);

    if (!library->description->version_function)
        return -1;
    if (version < 10000 || known_of(library)->handle) /* below 10000: NCCL's numbers before 2.9 */
        return -1;
    while (minimum < version && !__atomic_compare_exchange_n(&library->minimum, &minimum, version,
                                                             0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        ;
    return 0;
}

LAZYNCCL_PUBLIC int lazynccl_version(lazynccl_library *library)
{
    return known_of(library)->handle ? known_of(library)->version : 0;
}

LAZYNCCL_PUBLIC const char *lazynccl_path(lazynccl_library *library)
{
    return known_of(library)->path;
}

LAZYNCCL_PUBLIC const char *lazynccl_found_via(lazynccl_library *library)
{
    return known_of(library)->location;
}

LAZYNCCL_PUBLIC const char *lazynccl_error(lazynccl_library *library, const char *symbol)
{
    lazynccl_library *member = lazynccl_in_use(library);
    int index = symbol ? lazynccl_slot_of(&member, symbol) : -1;

    return symbol && index < 0 ? lazynccl_unknown_function(library, symbol)
                               : lazynccl_reason_for(member, index);
}

LAZYNCCL_PUBLIC const char *lazynccl_why(lazynccl_library *library)
{
    open_library(library, 0, LAZYNCCL_CALLER);
    return lazynccl_error(library, NULL);
}

LAZYNCCL_PUBLIC const char *lazynccl_report(lazynccl_library *library)
{
    return lazynccl_report_of(lazynccl_in_use(library));
}

/* Keeps a path, made absolute if it has a slash; ld.so searches for a bare name. Returns NULL if
 * the path is empty or cannot be kept. */
static const char *keep_path(const char *path)
{
    char *folder, *absolute = NULL;
    const char *kept = NULL;

    if (!*path)
        return NULL;
    if (*path == '/' || !strchr(path, '/'))
        return lazynccl_keep_text(path);
    folder = getcwd(NULL, 0);
    if (folder && asprintf(&absolute, "%s/%s", folder, path) >= 0) {
        kept = lazynccl_keep_text(absolute);
        free(absolute);
    }
    free(folder);
    return kept;
}

LAZYNCCL_PUBLIC int lazynccl_set_path(lazynccl_library *library, const char *file_or_folder)
{
    int saved = errno, refused = lazynccl_success_of(lazynccl_in_use(library)) != NULL;
    const char *kept = file_or_folder && !refused ? keep_path(file_or_folder) : NULL;

    errno = saved;
    if (refused || (file_or_folder && !kept))
        return -1;
    __atomic_store_n(&library->path, kept, __ATOMIC_RELEASE);
    __atomic_fetch_add(&library->settings, 1, __ATOMIC_RELEASE);
    return 0;
}

LAZYNCCL_PUBLIC int lazynccl_set_handle(lazynccl_library *library, void *handle)
{
    int saved = errno, refused = lazynccl_success_of(lazynccl_in_use(library)) != NULL;

    if (!refused && handle)
        refused = lazynccl_pin(handle) < 0;
    errno = saved;
    if (refused)
        return -1;
    __atomic_store_n(&library->handle, handle, __ATOMIC_RELEASE);
    __atomic_fetch_add(&library->settings, 1, __ATOMIC_RELEASE);
    return 0;
}

LAZYNCCL_PUBLIC int lazynccl_on_absent(lazynccl_library *library, lazynccl_absent_handler handler,
                                       void *data)
{
    const struct lazynccl_told set = {.handler = handler, .data = data};
    int saved = errno;
    const struct lazynccl_told *kept = handler ? lazynccl_keep(&set, sizeof set) : NULL;

    errno = saved;
    if (handler && !kept)
        return -1;
    __atomic_store_n(&library->on_absent, kept, __ATOMIC_RELEASE);
    return 0;
}
