/* Records which libraries threads are opening, without a lock.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/loader/opening.h"
#include <pthread.h>
#include <stdlib.h>

static uintptr_t this_thread(void)
{
    return (uintptr_t)pthread_self();
}

static struct lazynccl_opening first_opening; /* the last record, usually the only one */
struct lazynccl_opening *lazynccl_openings = &first_opening;

void lazynccl_opening_end(struct lazynccl_opening *o)
{
    __atomic_store_n(&o->base, NULL, __ATOMIC_RELAXED);
    __atomic_store_n(&o->thread, 0, __ATOMIC_RELEASE);
}

void lazynccl_opening_after_fork(void)
{
    for (struct lazynccl_opening *o = lazynccl_openings; o; o = o->next)
        if (o->thread != this_thread())
            lazynccl_opening_end(o);
}

/* Claims an unused record for this thread; NULL if there is none. */
static struct lazynccl_opening *take_unused(void)
{
    struct lazynccl_opening *o = __atomic_load_n(&lazynccl_openings, __ATOMIC_ACQUIRE);

    for (uintptr_t nobody = 0; o; o = o->next, nobody = 0)
        if (__atomic_compare_exchange_n(&o->thread, &nobody, this_thread(), 0, __ATOMIC_ACQUIRE,
                                        __ATOMIC_RELAXED))
            break;
    return o;
}

struct lazynccl_opening *lazynccl_opening_begin(const lazynccl_library *library, const char *name,
                                                void *handle)
{
    struct lazynccl_opening *o = take_unused();

    if (!o && (o = calloc(1, sizeof *o))) {
        o->thread = this_thread();
        o->next = __atomic_load_n(&lazynccl_openings, __ATOMIC_RELAXED);
        while (!__atomic_compare_exchange_n(&lazynccl_openings, &o->next, o, 0, __ATOMIC_RELEASE,
                                            __ATOMIC_RELAXED))
            ;
    }
    if (o) { /* the base last: a signal handler may come between */
        o->name = name;
        o->handle = handle;
        __atomic_store_n(&o->base, lazynccl_base_of(library), __ATOMIC_RELEASE);
    }
    return o;
}

struct lazynccl_opening *lazynccl_opening_of(const lazynccl_library *library)
{
    struct lazynccl_opening *o = __atomic_load_n(&lazynccl_openings, __ATOMIC_ACQUIRE);

    while (o && !(__atomic_load_n(&o->thread, __ATOMIC_RELAXED) == this_thread() &&
                  o->base == lazynccl_base_of(library)))
        o = o->next;
    return o;
}

int lazynccl_frozen;

LAZYNCCL_PUBLIC void lazynccl_freeze(void)
{
    __atomic_store_n(&lazynccl_frozen, 1, __ATOMIC_RELEASE);
}
