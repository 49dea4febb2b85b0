/* The first call: opens a library, resolves its whole table, publishes it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD
 *
 * This code takes no lock. With a lock held across dlopen, a constructor that calls back, or a fork
 * meanwhile, would hang. Racing threads each search and open on their own, which gives all of them
 * the same handle; the first to swap its outcome in wins, and what it has published never changes.
 * While a thread is inside the constructors of a library, dlsym answers its calls of that library
 * and nothing is published. */
#define _GNU_SOURCE
#include "runtime/loader/loader.h"
#include "runtime/loader/opening.h"
#include "runtime/loader/resolve.h"
#include "runtime/loader/variant.h"
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>

/* Fills the slots once; called only by the thread that published the outcome. Absent functions keep
 * their initial slot. Then nothing can redirect a call any more. */
static void fill_slots(lazynccl_library *library, const struct lazynccl_outcome *outcome)
{
    lazynccl_function *slots = library->trampolines->slots;
    uintptr_t page = getauxval(AT_PAGESZ), start = (uintptr_t)slots & -page;

    for (int i = 0; i < library->description->count; i++)
        if (outcome->found[i])
            __atomic_store_n(&slots[i], outcome->found[i], __ATOMIC_RELEASE);
    if (page <= LAZYNCCL_PAGE) /* otherwise other data may share the page */
        mprotect((void *)start, (uintptr_t)(slots + library->description->count) - start,
                 PROT_READ);
}

/* Replaces the known outcome, unless it is a success or a failure for the same reasons. `found` is
 * NULL if out of memory. Returns the outcome that is in effect. */
static struct lazynccl_outcome *publish(lazynccl_library *library, struct lazynccl_outcome *found)
{
    static struct lazynccl_outcome out_of_memory = {
        .transient = 1, .tried = "", .fault = LAZYNCCL_OUT_OF_MEMORY};
    struct lazynccl_outcome *known = __atomic_load_n(&library->outcome, __ATOMIC_ACQUIRE);
    struct lazynccl_outcome *new = found ? found : &out_of_memory;

    /* after lazynccl_freeze(), the file may be one of another root */
    while (!lazynccl_is_frozen() &&
           (!known || (found && !known->handle &&
                       (found->handle || found->transient != known->transient ||
                        strcmp(found->tried, known->tried) != 0)))) {
        if (found)
            found->replaced = known;
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
    int saved = errno, cancel;

    if ((known && (known->handle || !(again || known->transient))) || lazynccl_is_frozen() ||
        lazynccl_opening_of(library))
        return known;
    /* Cancellation here would unwind state that constructors' calls still use. */
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
    mine = lazynccl_find_and_open(library, caller);
    known = publish(library, mine);
    if (mine && known == mine && mine->handle && library->trampolines)
        fill_slots(library, mine);
    if (mine && known == mine && mine->debug)
        lazynccl_print_warning(library);
    pthread_setcancelstate(cancel, NULL);
    errno = saved;
    return known;
}

/* Returns the function from the library that this thread is opening, or NULL. */
static lazynccl_function symbol_while_opening(lazynccl_library *library, int index)
{
    struct lazynccl_opening *opening = lazynccl_opening_of(library);
    lazynccl_function symbol = NULL;
    int saved = errno, cancel;

    if (!opening) /* every call of an absent library comes here, so nothing may precede it */
        return NULL;
#ifdef LAZYNCCL_EXPORTED
    if (opening->asked > LAZYNCCL_CALLS_BACK)
        return NULL;
    if (opening->asked)
        opening->asked++;
#endif
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
    if (!opening->handle)
        opening->handle = dlopen(opening->name, LAZYNCCL_DLOPEN);
    if (opening->handle)
        symbol = lazynccl_resolve_one(library, index, opening->handle);
    if (symbol && lazynccl_leads_to_build(symbol))
        symbol = NULL;
    pthread_setcancelstate(cancel, NULL);
    errno = saved;
    return symbol;
}

lazynccl_function lazynccl_resolve(lazynccl_library *library, int index, const void *caller,
                                   void *registers)
{
    const struct lazynccl_outcome *outcome =
        lazynccl_open_library(library, 0, LAZYNCCL_CALLED_FROM(caller));
    lazynccl_function symbol = NULL;

    (void)registers;
    if (!outcome || !outcome->handle)
        symbol = symbol_while_opening(library, index);
    else /* another thread may be about to fill the slot, or was when this process forked */
        symbol = outcome->found[index];
    if (!symbol) {
        symbol = lazynccl_fallback_of(library, index);
        if (!symbol || (outcome && outcome->strict))
            lazynccl_stop(library, index, outcome && outcome->strict);
        lazynccl_absent_note(library, index);
    }
    return symbol;
}
