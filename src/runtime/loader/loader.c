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

#ifndef LAZYNCCL_WITHOUT_CALLS
/* Fills the slots once; called only by the thread that published the outcome. Absent functions keep
 * their initial slot. Then nothing can redirect a call any more. */
static void fill_slots(lazynccl_library *library, const struct lazynccl_outcome *outcome)
{
    lazynccl_function *slots = library->trampolines->slots;
    size_t size = (size_t)library->description->count * sizeof *slots;
    char *start = (char *)slots; /* of pages that nothing else is on */

#ifdef LAZYNCCL_SHARES_PAGES
    start -= (uintptr_t)slots % getauxval(AT_PAGESZ);
    size += (size_t)((char *)slots - start);
    if (mprotect(start, size, PROT_READ | PROT_WRITE) != 0)
        return; /* so that each call comes to lazynccl_resolve() */
#endif
    for (int i = 0; i < library->description->count; i++)
        if (outcome->found[i])
            __atomic_store_n(&slots[i], outcome->found[i], __ATOMIC_RELEASE);
#ifdef LAZYNCCL_STANDIN
    if (LAZYNCCL_PAGE == 0) /* other data may be on them */
        return;
#endif
    mprotect(start, size, PROT_READ);
}

#ifdef LAZYNCCL_SHARES_PAGES
/* Fills the slots of a library, and makes pages that it shares with others writable meanwhile. One
 * thread at a time does this: others add their library to its list and go on. */
static void fill_in_turn(lazynccl_library *library)
{
    static lazynccl_library *newest;
    lazynccl_library *last = NULL;

    library->after = __atomic_load_n(&newest, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(&newest, &library->after, library, 0, __ATOMIC_ACQ_REL,
                                        __ATOMIC_RELAXED))
        ;
    if (library->after)
        return;
    do {
        for (lazynccl_library *each = library; each != last; each = each->after)
            fill_slots(each, each->outcome);
        last = library;
    } while (!__atomic_compare_exchange_n(&newest, &library, NULL, 0, __ATOMIC_ACQ_REL,
                                          __ATOMIC_ACQUIRE));
}
#endif
#endif

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
                        found->settings != known->settings ||
                        strncmp(found->tried, known->tried, PTRDIFF_MAX) != 0)))) {
#ifndef LAZYNCCL_SMALL
        if (found)
            found->replaced = known;
        lazynccl_keep_until_closed();
#endif
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
                         !(again || known->transient || known->settings != settings));
    if (is_final || lazynccl_is_frozen() || lazynccl_opening_of(library))
        return known;
    /* Cancellation here would unwind state that constructors' calls still use. */
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
    mine = lazynccl_find_and_open(library, caller);
    if (mine)
        mine->settings = settings;
    known = publish(library, mine);
#ifndef LAZYNCCL_WITHOUT_CALLS
    if (mine && known == mine && mine->handle && library->trampolines)
#ifdef LAZYNCCL_SHARES_PAGES
        fill_in_turn(library);
#else
        fill_slots(library, mine);
#endif
#endif
#ifndef LAZYNCCL_SMALL
    if (mine && known == mine && mine->debug)
        lazynccl_print_warning(library);
#endif
    pthread_setcancelstate(cancel, NULL);
    errno = saved;
    return known;
}

#ifdef LAZYNCCL_RECORDS
/* Returns the function from the library that this thread is opening, or NULL. */
static lazynccl_function symbol_while_opening(lazynccl_library *library, int index)
{
    struct lazynccl_opening *opening = lazynccl_opening_of(library);
    lazynccl_function symbol = NULL;
    int saved = errno, cancel;

    if (!opening) /* every call of an absent library comes here, so nothing may precede it */
        return NULL;
#ifndef LAZYNCCL_SMALL
    if (opening->asked > LAZYNCCL_CALLS_BACK)
        return NULL;
    if (opening->asked)
        opening->asked++;
#endif
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
    if (!opening->handle)
        opening->handle = dlopen(opening->name, LAZYNCCL_DLOPEN);
    if (opening->handle)
#ifdef LAZYNCCL_SMALL
        symbol = lazynccl_resolve_name(
            library, index, lazynccl_symbol_name(library->description, index), opening->handle,
            lazynccl_base_version(library->description, opening->handle));
#else
        symbol = lazynccl_resolve_one(library, index, opening->handle);
#endif
#ifndef LAZYNCCL_SMALL
    if (symbol && lazynccl_leads_to_build(symbol))
        symbol = NULL;
#endif
    pthread_setcancelstate(cancel, NULL);
    errno = saved;
    return symbol;
}
#else
#define symbol_while_opening(library, index) NULL
#endif

#ifndef LAZYNCCL_WITHOUT_HANDLER
/* Returns 1 if a handler must be called, and has not been, because a function is absent. The texts of
 * errors are exempt, and the library's own constructors, through which nothing may be thrown. */
static int must_tell(lazynccl_library *library, int index, struct lazynccl_told *told)
{
    const struct lazynccl_told *set = __atomic_load_n(&library->base->on_absent, __ATOMIC_ACQUIRE);
    int saved = errno;

    if (!set || told->reason || lazynccl_opening_of(library) ||
        library->trampolines->row_of_slot[index] < library->trampolines->texts)
        return 0;
    *told = *set;
    told->name = lazynccl_symbol_name(library->description, index);
    told->reason = lazynccl_reason_for(library, index);
#ifndef LAZYNCCL_SMALL
    if (!told->reason)
        told->reason = LAZYNCCL_OUT_OF_MEMORY;
#endif
    told->saved = errno = saved;
    return 1;
}
#endif

lazynccl_function lazynccl_resolve(lazynccl_library *library, int index, const void *caller,
                                   void *registers, struct lazynccl_told *told)
{
    const struct lazynccl_outcome *outcome =
        lazynccl_open_library(library, 0, LAZYNCCL_CALLED_FROM(caller));
    lazynccl_function symbol = NULL;

    (void)registers;
    LAZYNCCL_KEEP_CFI;
    if (!outcome || !outcome->handle)
        symbol = symbol_while_opening(library, index);
    else /* another thread may be about to fill the slot, or was when this process forked */
        symbol = outcome->found[index];
#ifndef LAZYNCCL_WITHOUT_HANDLER
    if (!symbol && must_tell(library, index, told))
        return NULL;
    if (told->reason)
        errno = (int)told->saved;
#else
    (void)told;
#endif
    if (!symbol) {
        symbol = lazynccl_fallback_of(library, index);
#ifndef LAZYNCCL_WITHOUT_ANSWERS
        if (!lazynccl_may_return(library, index, outcome))
            symbol = NULL;
#endif
        if (!symbol || (outcome && outcome->strict))
            lazynccl_stop(library, index, outcome && outcome->strict);
#ifndef LAZYNCCL_SMALL
        lazynccl_absent_note(library, index);
#endif
    }
    return symbol;
}
