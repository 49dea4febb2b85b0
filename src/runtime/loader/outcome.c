/* The outcome of each search, and when it may be freed.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/loader/outcome.h"
#include <errno.h>
#include <string.h>

/* An exit handler tells the module's destructor that the program ends. exit() runs handlers before
 * destructors, but runs a handler that was registered before main() too late. So the handler is
 * registered again each time that the number of kept or read texts has doubled. With this module's
 * own key, __cxa_finalize() removes the handlers when dlclose() closes the module. */
__attribute__((visibility("default"))) int __cxa_atexit(void (*)(void *), void *, void *key);
__attribute__((visibility("default"))) void __cxa_finalize(void *key);
static int exiting;
unsigned lazynccl_times_kept;

static void note_exit(void *unused)
{
    (void)unused;
    exiting = 1;
}

void lazynccl_keep_until_closed(void)
{
    unsigned before = __atomic_fetch_add(&lazynccl_times_kept, 1, __ATOMIC_RELAXED);
    int saved = errno;

    if ((before & (before - 1)) == 0 && __cxa_atexit(note_exit, NULL, &lazynccl_times_kept) != 0)
        exiting = 1;
    errno = saved;
}

int lazynccl_is_closed(void)
{
    int closed = !exiting;

    __cxa_finalize(&lazynccl_times_kept); /* runs note_exit(), and removes fork handlers */
    return closed;
}

int lazynccl_frozen;

LAZYNCCL_PUBLIC void lazynccl_freeze(void)
{
    __atomic_store_n(&lazynccl_frozen, 1, __ATOMIC_RELEASE);
}

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

int lazynccl_version_of(lazynccl_library *library)
{
    const struct lazynccl_outcome *open = lazynccl_success_of(library);

    return open ? open->version : 0;
}

int lazynccl_is_optional(const struct lazynccl_description *desc, const char *name)
{
    const char *other = desc->optional;

    while (other && *other && strcmp(other, name) != 0)
        other += strlen(other) + 1;
    return other && *other;
}

const char *lazynccl_lacks(const struct lazynccl_description *desc, const lazynccl_function *found)
{
    const char *name = lazynccl_symbol_first(desc);

    for (int i = 0; i < desc->count; name = lazynccl_symbol_next(desc, i++, name)) {
        if (found[i])
            continue;
        if (lazynccl_is_optional(desc, name))
            continue;
        if (lazynccl_has_newer_minor(desc, i))
            continue;
        return name;
    }
    return NULL;
}
