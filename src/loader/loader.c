/* The first call: finds a library, opens it, resolves its whole table, publishes it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD
 *
 * There is no lock here, and above all none held across dlopen: a constructor that calls back, or a
 * fork in the middle, would hang forever. Racing threads each search and open on their own, which
 * gives all of them the same handle; the first to swap its outcome in wins, and what it has
 * published never changes. While a thread is inside the constructors of a library, dlsym answers
 * its calls of that library and nothing is published. */
#define _GNU_SOURCE
#include "loader/attempt.h"
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>

/* This thread's last call that found nothing, for the error-string functions. */
static _Thread_local struct {
    lazynccl_library *library;
    int index;
} last_absent;

static void prefer(struct lazynccl_wanted *wanted, int major)
{
    if (major)
        wanted->prefer[wanted->prefers++] = major;
}

/* Which library, and which CUDA major where the names called do not say. */
static struct lazynccl_wanted describe_wanted(lazynccl_library *library,
                                              const struct lazynccl_objects *loaded)
{
    lazynccl_library *root = library->root, *partner = lazynccl_partner_of(library);
    lazynccl_library *family = lazynccl_only_family(root);
    const struct lazynccl_outcome *other = partner ? lazynccl_success_of(partner) : NULL;
    const struct lazynccl_object *elsewhere = lazynccl_partner_elsewhere(library, loaded);
    struct lazynccl_wanted wanted = {.description = library->description,
                                     .set_path = __atomic_load_n(&root->path, __ATOMIC_ACQUIRE),
                                     .set_handle =
                                         __atomic_load_n(&root->handle, __ATOMIC_ACQUIRE) != NULL,
                                     .partner = other       ? other->file
                                                : elsewhere ? elsewhere->path
                                                            : NULL};

    if (!family && partner) /* NVRTC's names tell no major, but those of its partner may */
        family = lazynccl_only_family(partner->root);
    prefer(&wanted, other ? other->major : elsewhere ? lazynccl_major_of(elsewhere->soname) : 0);
#ifdef LAZYNCCL_CUDA_MAJOR
    prefer(&wanted, LAZYNCCL_CUDA_MAJOR);
#endif
    prefer(&wanted, family ? family->description->family : 0);
    return wanted;
}

/* Searches and opens; publishes nothing. found: the functions that it resolved, by slot. NULL if
 * memory is short. */
static struct lazynccl_outcome *find_and_open(lazynccl_library *library, const void *caller,
                                              lazynccl_symbol *found)
{
    static unsigned opened;
    int count = library->description->count;
    struct lazynccl_objects loaded;
    struct lazynccl_outcome *outcome = calloc(1, sizeof *outcome + (size_t)count);

    if (!outcome || lazynccl_objects_list(&loaded, NULL) < 0) {
        free(outcome);
        return NULL;
    }
    struct lazynccl_view view = lazynccl_view_of_process(&loaded, caller);
    struct lazynccl_wanted wanted = describe_wanted(library, &loaded);
    struct lazynccl_attempt attempt = {
        .library = library,
        .loaded = &loaded,
        .outcome = outcome,
        .found = found,
        .minimum = __atomic_load_n(&library->root->minimum, __ATOMIC_RELAXED)};

    outcome->debug = lazynccl_setting_on(&view, LAZYNCCL_DEBUG);
    outcome->strict = lazynccl_setting_on(&view, LAZYNCCL_STRICT);
    lazynccl_search(&view, &wanted, lazynccl_try_candidate, &attempt);
    if (outcome->handle) {
        outcome->order = __atomic_add_fetch(&opened, 1, __ATOMIC_RELAXED);
        for (int i = 0; i < count; i++)
            outcome->available[i] = found[i] != NULL;
    } else {
        if (!attempt.fault.bytes)
            lazynccl_text_add(&attempt.fault, "no %s%s in any place looked at",
                              library->description->sonames[0],
                              library->description->sonames[1] ? " or older" : "");
        if (!attempt.blamed) /* the note on a wrong setting says what would be right */
            lazynccl_add_remedy(&attempt.fault, library->description, attempt.minimum);
        outcome->fault = lazynccl_text_keep(&attempt.fault);
    }
    outcome->tried = lazynccl_text_keep(&attempt.tried);
    free(attempt.fault.bytes);
    lazynccl_objects_free(&loaded);
    return outcome;
}

/* Fills the slots, which no thread but that whose outcome is published does, and once. Those of
 * functions that the library lacks stay as they are. Then nothing can redirect a call any more. */
static void fill_slots(const lazynccl_library *library, struct lazynccl_outcome *outcome,
                       const lazynccl_symbol *found)
{
    size_t size = (size_t)library->description->count * sizeof *found;
    lazynccl_symbol *slots = library->trampolines->slots;

    for (int i = 0; i < library->description->count; i++)
        if (found[i])
            __atomic_store_n(&slots[i], found[i], __ATOMIC_RELEASE);
    __atomic_store_n(&outcome->filled, 1, __ATOMIC_RELEASE);
    if (getauxval(AT_PAGESZ) <= LAZYNCCL_PAGE) /* else other data may be in the page */
        mprotect(slots, size, PROT_READ);
}

/* Replaces the known outcome, unless it is a success or a failure for the same reasons.
 * Returns the one that holds. */
static struct lazynccl_outcome *publish(lazynccl_library *library, struct lazynccl_outcome *found)
{
    struct lazynccl_outcome *known = __atomic_load_n(&library->outcome, __ATOMIC_ACQUIRE);

    while (!known || (!known->handle && (found->handle || found->tried != known->tried))) {
        found->replaced = known;
        if (__atomic_compare_exchange_n(&library->outcome, &known, found, 0, __ATOMIC_ACQ_REL,
                                        __ATOMIC_ACQUIRE))
            return found;
    }
    return known;
}

const struct lazynccl_outcome *lazynccl_look(lazynccl_library *library, int again,
                                             const void *caller)
{
    struct lazynccl_outcome *known = __atomic_load_n(&library->outcome, __ATOMIC_ACQUIRE), *mine;
    lazynccl_symbol *found;
    int saved = errno, cancel;

    if ((known && (known->handle || !again)) || lazynccl_opening(library))
        return known;
    /* to cancel the thread in here would unwind what calls from constructors look at */
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
    found = calloc((size_t)library->description->count, sizeof *found);
    mine = found ? find_and_open(library, caller, found) : NULL;
    if (mine)
        known = publish(library, mine);
    if (known != mine) {
        free(mine);
    } else if (mine && mine->handle) {
        const char *warning = known->debug ? lazynccl_partner_warning(library) : NULL;

        if (library->trampolines)
            fill_slots(library, mine, found);
        if (warning)
            lazynccl_text_print(library->description->name, warning);
    }
    free(found);
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
    lazynccl_text_print(strict ? "LAZYNCCL_STRICT" : name, reason ? reason : "out of memory");
    if (strict)
        lazynccl_text_print(name, lazynccl_report_of(library));
    abort();
}

lazynccl_symbol lazynccl_resolve(lazynccl_library *library, int index, const void *caller)
{
    const struct lazynccl_trampolines *code = library->trampolines;
    const struct lazynccl_outcome *outcome =
        lazynccl_look(library, 0, LAZYNCCL_CALLED_FROM(caller));
    lazynccl_symbol symbol = NULL;

    if (!outcome || !outcome->handle)
        symbol = lazynccl_symbol_while_opening(library, index);
    else if (outcome->available[index])
        symbol = __atomic_load_n(&outcome->filled, __ATOMIC_ACQUIRE)
                     ? code->slots[index]
                     : lazynccl_symbol_before_filling(library, outcome, index);
    if (!symbol) {
        symbol = code->absent[code->answers[index]];
        if (outcome && outcome->strict)
            stop(library, index, 1);
        if (!symbol)
            stop(library, index, 0);
        last_absent.library = library;
        last_absent.index = index;
    }
    return symbol;
}

const char *lazynccl_last_reason(lazynccl_library *library)
{
    lazynccl_library *absent = last_absent.library;

    if (!absent || absent->root != library->root)
        return NULL;
    last_absent.library = NULL;
    return lazynccl_reason_for(absent, last_absent.index);
}
