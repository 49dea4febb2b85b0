/* The first call: opens a library, resolves its whole table, publishes it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD
 *
 * This code holds no lock. With a lock held across dlopen, a constructor that calls back, or a fork
 * meanwhile, would hang. Racing threads each search and open on their own, which gives all of them
 * the same handle; the first to swap its outcome in wins, and what it has published never changes.
 * While a thread is inside the constructors of a library, dlsym answers its calls of that library
 * and nothing is published. */
#define _GNU_SOURCE
#include "runtime/loader/loader.h"
#include "runtime/loader/missing.h"
#include "runtime/loader/opening.h"
#include "runtime/loader/resolve.h"
#include "runtime/loader/variant.h"
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>

/* Replaces the known outcome, unless it is a success or a failure for the same reasons. `found` is
 * NULL if out of memory. Returns the outcome that is in effect. */
static struct lazynccl_outcome *publish(lazynccl_library *library, struct lazynccl_outcome *found)
{
    static struct lazynccl_outcome out_of_memory = {
        .transient = 1, .tried = "", .fault = LAZYNCCL_OUT_OF_MEMORY};
    struct lazynccl_outcome *known = __atomic_load_n(&library->outcome, __ATOMIC_ACQUIRE);
    struct lazynccl_outcome *new = found ? found : &out_of_memory;

    /* after lazynccl_freeze(), the file may be from another root directory */
    while (!lazynccl_is_frozen() &&
           (!known || (found && !known->handle &&
                       (found->handle || found->transient != known->transient ||
                        strncmp(found->tried, known->tried, PTRDIFF_MAX) != 0)))) {
        new->replaced = known; /* others may still read it; NULL for the static one */
        lazynccl_keep_until_closed();
        if (__atomic_compare_exchange_n(&library->outcome, &known, new, 0, __ATOMIC_ACQ_REL,
                                        __ATOMIC_ACQUIRE))
            return new;
    }
    if (found)
        lazynccl_outcome_free(library, found);
    return known;
}

const struct lazynccl_outcome *lazynccl_open_library(lazynccl_library *library, int again,
                                                     const void *caller)
{
    struct lazynccl_outcome *known = __atomic_load_n(&library->outcome, __ATOMIC_ACQUIRE), *mine;
    int settings = __atomic_load_n(&library->base->settings, __ATOMIC_ACQUIRE);
    int saved = errno, cancel, is_final;

    is_final = known && (known->handle ||
                         !(again || known->transient ||
                           __atomic_load_n(&known->settings, __ATOMIC_RELAXED) != settings));
    if (is_final || lazynccl_is_frozen() || lazynccl_opening_of(library))
        return known;
    /* Cancellation here would unwind state that constructors' calls still use. */
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
    mine = lazynccl_find_and_open(library, caller);
    known = publish(library, mine);
    if (mine && known)
        __atomic_store_n(&known->settings, settings, __ATOMIC_RELAXED);
    if (known != mine) /* another thread was first */
        mine = NULL;
    lazynccl_fill_slots(library, mine);
    if (mine && mine->debug)
        lazynccl_print_warning(library);
    pthread_setcancelstate(cancel, NULL);
    errno = saved;
    return known;
}

lazynccl_function lazynccl_resolve(lazynccl_library *library, int index, const void *caller,
                                   void *registers, struct lazynccl_told *told)
{
    const struct lazynccl_outcome *outcome =
        lazynccl_open_library(library, 0, LAZYNCCL_CALLED_FROM(caller));
    lazynccl_function symbol = NULL;

    (void)registers;
    (void)told;
    LAZYNCCL_KEEP_CFI;
    if (!outcome || !outcome->handle)
        symbol = lazynccl_symbol_while_opening(library, index);
    else /* another thread may be about to fill the slot, or was when this process forked */
        symbol = outcome->found[index];
    if (!symbol && lazynccl_must_tell(library, index, told))
        return NULL;
    if (told->reason)
        lazynccl_restore_errno(told);
    if (!symbol) {
        symbol = lazynccl_fallback_of(library, index);
        if (lazynccl_withholds_answer(library, index, outcome))
            symbol = NULL;
        if (!symbol || (outcome && outcome->strict))
            lazynccl_stop(library, index);
        lazynccl_absent_note(library, index);
    }
    return symbol;
}
