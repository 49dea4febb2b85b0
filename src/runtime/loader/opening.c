/* Records which libraries threads are opening, without a lock.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/loader/opening.h"
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#ifndef LAZYNCCL_WITHOUT_RECORDS
struct lazynccl_opening lazynccl_openings; /* usually the only record */

void lazynccl_opening_end(struct lazynccl_opening *o)
{
    __atomic_store_n(&o->base, NULL, __ATOMIC_RELAXED);
    __atomic_store_n(&o->thread, NULL, __ATOMIC_RELEASE);
}

struct lazynccl_opening *lazynccl_opening_begin(const lazynccl_library *library, const char *name,
                                                void *handle)
{
    struct lazynccl_opening *o = &lazynccl_openings;
    const int *nobody = NULL;

    while (o && !__atomic_compare_exchange_n(&o->thread, &nobody, &errno, 0, __ATOMIC_ACQUIRE,
                                             __ATOMIC_RELAXED)) {
        o = __atomic_load_n(&o->next, __ATOMIC_ACQUIRE);
        nobody = NULL;
    }
    if (!o && (o = calloc(1, sizeof *o))) {
        o->thread = &errno;
        o->next = __atomic_load_n(&lazynccl_openings.next, __ATOMIC_RELAXED);
        while (!__atomic_compare_exchange_n(&lazynccl_openings.next, &o->next, o, 0,
                                            __ATOMIC_RELEASE, __ATOMIC_RELAXED))
            ;
    }
    if (o) { /* the base last: a signal handler may come between */
        o->process = getpid();
        o->name = name;
        o->handle = handle;
        __atomic_store_n(&o->base, library->base, __ATOMIC_RELEASE);
    }
    return o;
}

struct lazynccl_opening *lazynccl_opening_of(const lazynccl_library *library)
{
    struct lazynccl_opening *o = &lazynccl_openings;

    while (o && !(__atomic_load_n(&o->thread, __ATOMIC_RELAXED) == &errno &&
                  o->base == library->base && o->name && o->process == getpid()))
        o = __atomic_load_n(&o->next, __ATOMIC_ACQUIRE);
    return o;
}
#endif
