/* The first call: finds a library, opens it, resolves its whole table, publishes it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD
 *
 * There is no lock here, and above all none held across dlopen: a constructor that calls back, or a
 * fork in the middle, would hang forever. Racing threads each search and open on their own, which
 * gives all of them the same handle; the first to swap its outcome in wins, and what it has
 * published never changes. While a thread is inside the constructors of a library, dlsym answers
 * its calls of that library and nothing is published. */
#define _GNU_SOURCE
#include "runtime/loader/loader.h"
#include "runtime/loader/absent.h"
#include "runtime/loader/attempt.h"
#include "runtime/loader/keep.h"
#include "runtime/loader/open.h"
#include "runtime/loader/partner.h"
#include "runtime/loader/process.h"
#include "runtime/loader/report.h"
#include "runtime/loader/resolve.h"
#include "runtime/search/settings.h"
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>

static void prefer(struct lazynccl_wanted *wanted, int major)
{
    if (major)
        wanted->prefer[wanted->prefers++] = major;
}

/* Which library, and which CUDA major where the names called do not say. */
static struct lazynccl_wanted describe_wanted(lazynccl_library *library,
                                              const struct lazynccl_objects *loaded)
{
    lazynccl_library *base = library->base, *family = lazynccl_only_family(base);
    struct lazynccl_partner partner = lazynccl_partner_of(library, loaded);
    struct lazynccl_wanted wanted = {.description = library->description,
                                     .set_path = __atomic_load_n(&base->path, __ATOMIC_ACQUIRE),
                                     .set_handle =
                                         __atomic_load_n(&base->handle, __ATOMIC_ACQUIRE) != NULL,
                                     .partner = partner.open     ? partner.open->file
                                                : partner.loaded ? partner.loaded->path
                                                                 : NULL};

    if (!family && partner.library) /* NVRTC's names tell no major, but those of its partner may */
        family = lazynccl_only_family(partner.library->base);
    if (partner.open || partner.loaded)
        prefer(&wanted,
               partner.open ? partner.open->major : lazynccl_major_of(partner.loaded->soname));
#ifdef LAZYNCCL_CUDA_MAJOR
    prefer(&wanted, LAZYNCCL_CUDA_MAJOR);
#endif
    prefer(&wanted, family ? family->description->family : 0);
    return wanted;
}

static int search(struct lazynccl_attempt *attempt, const void *caller)
{
    struct lazynccl_outcome *outcome = attempt->outcome;
    struct lazynccl_view view = lazynccl_view_of_process(attempt->loaded, caller, &outcome->arena);
    struct lazynccl_wanted wanted = describe_wanted(attempt->library, attempt->loaded);

    attempt->allowed = lazynccl_setting(&view, LAZYNCCL_SEARCH);
    outcome->debug = lazynccl_setting_on(&view, LAZYNCCL_DEBUG);
    outcome->strict = lazynccl_setting_on(&view, LAZYNCCL_STRICT);
    outcome->record = lazynccl_setting(&view, LAZYNCCL_RECORD);
    return lazynccl_search(&view, &wanted, lazynccl_try_candidate, attempt);
}

/* Searches and opens; publishes nothing. NULL if out of memory. */
static struct lazynccl_outcome *find_and_open(lazynccl_library *library, const void *caller)
{
    static unsigned opened;
    struct lazynccl_objects loaded;
    struct lazynccl_attempt attempt = {
        .library = library,
        .loaded = &loaded,
        .location = LAZYNCCL_NO_LOCATION,
        .minimum = __atomic_load_n(&library->base->minimum, __ATOMIC_RELAXED)};
    struct lazynccl_outcome *outcome = NULL;

    if (lazynccl_objects_list(&loaded, NULL) < 0)
        return NULL;
    if (lazynccl_attempt_begin(&attempt) == 0) {
        int error = search(&attempt, caller) < 0 ? errno : 0;

        if (attempt.outcome->handle)
            attempt.outcome->order = __atomic_add_fetch(&opened, 1, __ATOMIC_RELAXED);
        outcome = lazynccl_attempt_end(&attempt, error);
    }
    lazynccl_objects_free(&loaded);
    return outcome;
}

/* Fills the slots, which no thread but that whose outcome is published does, and once. Those of
 * functions that the library lacks stay as they are. Then nothing can redirect a call any more. */
static void fill_slots(const lazynccl_library *library, const lazynccl_symbol *found)
{
    lazynccl_symbol *slots = library->trampolines->slots;
    uintptr_t page = getauxval(AT_PAGESZ), start = (uintptr_t)slots & -page;

    for (int i = 0; i < library->description->count; i++)
        if (found[i])
            __atomic_store_n(&slots[i], found[i], __ATOMIC_RELEASE);
    if (page <= LAZYNCCL_PAGE) /* else other data may be in the page */
        mprotect((void *)start, (uintptr_t)(slots + library->description->count) - start,
                 PROT_READ);
}

/* Replaces the known outcome, unless it is a success or a failure for the same reasons. `found`
 * NULL: out of memory. Returns the one that holds. */
static struct lazynccl_outcome *publish(lazynccl_library *library, struct lazynccl_outcome *found)
{
    static struct lazynccl_outcome out_of_memory = {
        .transient = 1, .tried = "", .fault = LAZYNCCL_OUT_OF_MEMORY};
    struct lazynccl_outcome *known = __atomic_load_n(&library->outcome, __ATOMIC_ACQUIRE);
    struct lazynccl_outcome *new = found ? found : &out_of_memory;

    while (!known || (found && !known->handle &&
                      (found->handle || found->transient != known->transient ||
                       strcmp(found->tried, known->tried) != 0))) {
        if (found)
            found->replaced = known;
        lazynccl_keep_until_closed();
        if (__atomic_compare_exchange_n(&library->outcome, &known, new, 0, __ATOMIC_ACQ_REL,
                                        __ATOMIC_ACQUIRE))
            return new;
    }
    lazynccl_outcome_free(new);
    return known;
}

static void print_warning(lazynccl_library *library)
{
    struct lazynccl_arena arena = {0};
    struct lazynccl_text text = {.arena = &arena};

    lazynccl_add_partner_warning(&text, library);
    if (text.bytes)
        lazynccl_text_print(library->description->name, text.bytes);
    lazynccl_arena_free(&arena);
}

const struct lazynccl_outcome *lazynccl_look(lazynccl_library *library, int again,
                                             const void *caller)
{
    struct lazynccl_outcome *known = __atomic_load_n(&library->outcome, __ATOMIC_ACQUIRE), *mine;
    int saved = errno, cancel;

    if ((known && (known->handle || !(again || known->transient))) || lazynccl_opening(library))
        return known;
    /* to cancel the thread in here would unwind what calls from constructors look at */
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
    mine = find_and_open(library, caller);
    known = publish(library, mine);
    if (known == mine && mine->handle && library->trampolines)
        fill_slots(library, mine->found);
    if (known == mine && mine->debug)
        print_warning(library);
    pthread_setcancelstate(cancel, NULL);
    errno = saved;
    return known;
}

/* Ends the program for the reason why a function is absent; `strict`: though it could answer. */
static void stop(lazynccl_library *library, int index, int strict)
{
    const char *name = lazynccl_symbol_name(library->description, index);
    const char *reason = lazynccl_reason_for(library, index);

    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    if (strict) {
        lazynccl_text_print("LAZYNCCL_STRICT", lazynccl_report_of(library));
        if (!lazynccl_success_of(library)) /* the report begins with the reason */
            reason = "absent, so the program ends";
    }
    lazynccl_text_print(name, reason ? reason : "out of memory");
    abort();
}

lazynccl_symbol lazynccl_resolve(lazynccl_library *library, int index, const void *caller,
                                 void *registers)
{
    const struct lazynccl_outcome *outcome =
        lazynccl_look(library, 0, LAZYNCCL_CALLED_FROM(caller));
    lazynccl_symbol symbol = NULL;

    (void)registers;
    if (!outcome || !outcome->handle)
        symbol = lazynccl_symbol_while_opening(library, index);
    else /* another thread may be about to fill the slot, or was when this process was forked */
        symbol = outcome->found[index];
    if (!symbol) {
        symbol = lazynccl_fallback_of(library, index);
        if (outcome && outcome->strict)
            stop(library, index, 1);
        if (!symbol)
            stop(library, index, 0);
        lazynccl_absent_note(library, index);
    }
    return symbol;
}

const char *lazynccl_last_reason(lazynccl_library *library)
{
    int index = lazynccl_absent_take(library, &library);

    return index < 0 ? NULL : lazynccl_reason_for(library, index);
}

const char *lazynccl_absent_reason(lazynccl_library *library)
{
    const char *reason = lazynccl_last_reason(library);

    if (!reason)
        reason =
            lazynccl_reason_for(library, __atomic_load_n(&library->last_absent, __ATOMIC_RELAXED));
    return reason ? reason : "";
}

const char *lazynccl_add_reason(lazynccl_library *library, int index, const char *own,
                                const char *reason)
{
    const struct lazynccl_outcome *open = lazynccl_success_of(library);
    struct lazynccl_arena arena = {0};
    const char *both;

    if (!reason)
        return own;
    if (!own || !open || !open->found[index])
        return reason;
    both = lazynccl_arena_print(&arena, "%s; %s", own, reason);
    both = arena.error ? NULL : lazynccl_keep_text(both);
    lazynccl_arena_free(&arena);
    return both ? both : own;
}

/* As late as a destructor may run: others may still call. */
__attribute__((destructor(101))) static void free_outcomes(void)
{
    if (!lazynccl_keep_free())
        return;
    for (int i = 0; i < lazynccl_libraries_count; i++) {
        lazynccl_library *library = lazynccl_libraries[i];

        for (struct lazynccl_outcome *known; library && (known = library->outcome);) {
            library->outcome = known->replaced;
            lazynccl_outcome_free(known);
        }
    }
}
