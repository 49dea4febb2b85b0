/* Wrappers of a library's functions, to which its slots lead.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD
 *
 * A list to which threads add without a lock, until it is closed, before the library is open. So
 * all threads find the same wrappers. Each thread that asks what a slot reaches sets the same
 * pointers, before it knows the wrapper's address. */
#include "runtime/loader/api.h"
#include "runtime/loader/outcome.h"
#include <errno.h>
#include <stdlib.h>

typedef lazynccl_function LAZYNCCL_MAY_ALIAS typed_function; /* the program knows its type */

/* Stores only new values, because a wrapper may already be reading the pointer. */
static void set_real(const struct lazynccl_wrap *wrap, lazynccl_function to)
{
    typed_function *real = wrap->real;

    if (__atomic_load_n(real, __ATOMIC_ACQUIRE) != to)
        __atomic_store_n(real, to, __ATOMIC_RELEASE);
}

static lazynccl_function chain_wraps(const struct lazynccl_wrap *newest, lazynccl_function found,
                                     int index)
{
    const struct lazynccl_wrap *first = NULL, *last = NULL;

    for (const struct lazynccl_wrap *wrap = newest; wrap && found; wrap = wrap->next) {
        if (wrap->index != index)
            continue;
        if (last)
            set_real(last, wrap->wrapper);
        else
            first = wrap;
        last = wrap;
    }
    if (!last)
        return found;
    set_real(last, found);
    return first->wrapper;
}

/* Returns 0 or the error. */
static int add_wrap(lazynccl_library *library, int index, lazynccl_function wrapper, void *real)
{
    uintptr_t newest = __atomic_load_n(&library->wraps, __ATOMIC_ACQUIRE);
    struct lazynccl_wrap *wrap = malloc(sizeof *wrap);

    if (!wrap)
        return ENOMEM;
    while (!(newest & LAZYNCCL_CLOSED)) {
        *wrap = (struct lazynccl_wrap){(struct lazynccl_wrap *)newest, chain_wraps, wrapper, real,
                                       index};
        if (__atomic_compare_exchange_n(&library->wraps, &newest, (uintptr_t)wrap, 0,
                                        __ATOMIC_RELEASE, __ATOMIC_ACQUIRE)) {
            lazynccl_keep_until_closed();
            return 0;
        }
    }
    free(wrap);
    return EBUSY;
}

LAZYNCCL_PUBLIC int lazynccl_wrap(lazynccl_library *library, const char *symbol,
                                  void (*wrapper)(void), void *real)
{
    int saved = errno, index = -1, error = EINVAL;
    lazynccl_library *member = symbol ? lazynccl_member_with(library, symbol, &index) : NULL;

    if (member && wrapper && real)
        error = index < 0 ? ENOENT : add_wrap(member, index, wrapper, real);
    errno = error ? error : saved;
    return error ? -1 : 0;
}
