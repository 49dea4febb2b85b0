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

/* Slots are typed in the generated code and plain here. */
typedef lazynccl_symbol __attribute__((may_alias)) any_slot;

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

/* Searches and opens; publishes nothing. NULL if memory is short. */
static struct lazynccl_outcome *find_and_open(lazynccl_library *library, const void *caller)
{
    static unsigned opened;
    struct lazynccl_objects loaded;
    struct lazynccl_outcome *outcome =
        calloc(1, sizeof *outcome + (size_t)library->description->count * sizeof *outcome->found);

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
        .minimum = __atomic_load_n(&library->root->minimum, __ATOMIC_RELAXED)};

    outcome->debug = lazynccl_setting_on(&view, LAZYNCCL_DEBUG);
    outcome->strict = lazynccl_setting_on(&view, LAZYNCCL_STRICT);
    lazynccl_search(&view, &wanted, lazynccl_try_candidate, &attempt);
    if (outcome->handle) {
        outcome->order = __atomic_add_fetch(&opened, 1, __ATOMIC_RELAXED);
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

static void fill_slots(lazynccl_library *library, const struct lazynccl_outcome *outcome)
{
    any_slot *slots = library->slots;

    for (int i = 0; i < library->description->count; i++)
        if (outcome->found[i])
            __atomic_store_n(&slots[i], outcome->found[i], __ATOMIC_RELEASE);
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
    free(found);
    return known;
}

const struct lazynccl_outcome *lazynccl_look(lazynccl_library *library, int again,
                                             const void *caller)
{
    struct lazynccl_outcome *known = __atomic_load_n(&library->outcome, __ATOMIC_ACQUIRE), *found;
    int saved = errno, cancel;

    if ((known && (known->handle || !again)) || lazynccl_opening(library))
        return known;
    /* to cancel the thread in here would unwind what calls from constructors look at */
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
    found = find_and_open(library, caller);
    if (found)
        known = publish(library, found);
    if (known && known->handle) {
        const char *warning = known->debug ? lazynccl_partner_warning(library) : NULL;

        fill_slots(library, known);
        if (warning)
            lazynccl_text_print(library->description->name, warning);
    }
    pthread_setcancelstate(cancel, NULL);
    errno = saved;
    return known;
}

static void stop_if_strict(lazynccl_library *library, const struct lazynccl_outcome *outcome,
                           int index)
{
    if (!outcome || !outcome->strict)
        return;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    lazynccl_text_print("LAZYNCCL_STRICT", lazynccl_reason_for(library, index));
    lazynccl_text_print(lazynccl_symbol_name(library->description, index),
                        lazynccl_report_of(library));
    abort();
}

lazynccl_symbol lazynccl_resolve(lazynccl_library *library, int index, const void *caller)
{
    const struct lazynccl_outcome *outcome = lazynccl_look(library, 0, caller);
    lazynccl_symbol symbol = NULL;

    if (outcome && outcome->handle)
        symbol = outcome->found[index];
    else
        symbol = lazynccl_symbol_while_opening(library, index);
    if (!symbol) {
        stop_if_strict(library, outcome, index);
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
