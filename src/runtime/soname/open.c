/* Opens a library by its SONAME, as ld.so would, and reports why it cannot.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/soname/soname.h"
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Stored after the functions of an outcome: why the library is unavailable. */
#define TEXT(library, outcome) ((char *)&(outcome)->found[(library)->description->count])

/* Runs when the module is loaded, because a fork in progress may ignore handlers that are
 * registered later; or earlier, if another constructor makes a first call. */
__attribute__((constructor)) static void register_fork(void)
{
    static int registered;

    if (__atomic_load_n(&registered, __ATOMIC_ACQUIRE))
        return;
    LAZYNCCL_AT_FORK(lazynccl_opening_after_fork); /* registering twice is harmless */
    __atomic_store_n(&registered, 1, __ATOMIC_RELEASE);
}

/* Returns the handle of the first SONAME that ld.so finds, or NULL and the reason. */
static void *open_soname(const char *soname, struct lazynccl_opening *opening, char *why)
{
    for (; *soname && !opening->handle; soname += strlen(soname) + 1) {
        const char *error;

        opening->name = soname;
        errno = 0;
        opening->handle = dlopen(soname, LAZYNCCL_DLOPEN);
        if (!opening->handle && !*why && (error = dlerror()))
            for (int i = 0; error[i] && i < TEXT_BYTES - 1; i++)
                why[i] = error[i];
    }
    return opening->handle;
}

/* The first outcome is static, so that dlclose() of this module leaks nothing unless threads raced.
 */
static struct lazynccl_outcome *new_outcome(lazynccl_library *library)
{
    if (__atomic_exchange_n(&library->first_is_taken, 1, __ATOMIC_ACQUIRE) == 0)
        return library->first;
    return calloc(1, OUTCOME_BYTES(library->description->count));
}

static void lazynccl_outcome_free(const lazynccl_library *library, struct lazynccl_outcome *outcome)
{
    if (outcome != library->first)
        free(outcome);
}

static struct lazynccl_outcome *lazynccl_find_and_open(lazynccl_library *library,
                                                       const void *caller)
{
    const struct lazynccl_description *desc = library->description;
    struct lazynccl_outcome *outcome = new_outcome(library);
    struct lazynccl_opening *opening;
    const char *name = desc->symbols;

    (void)caller;
    register_fork();
    opening = outcome ? lazynccl_opening_begin(library, NULL, NULL) : NULL;
    if (!opening) {
        lazynccl_outcome_free(library, outcome);
        return NULL;
    }
    outcome->handle = open_soname(desc->sonames, opening, TEXT(library, outcome));
    if (!outcome->handle) {
        outcome->transient = errno == ENOMEM || errno == EMFILE || errno == ENFILE;
        outcome->fault = outcome->tried = TEXT(library, outcome);
    } else {
        for (int i = 0; i < desc->count; name += strlen(name) + 1, i++)
            outcome->found[i] = lazynccl_resolve_name(library, i, name, outcome->handle);
    }
    lazynccl_opening_end(opening);
    return outcome;
}

/* Says why a function, or for -1 the library, is unavailable; NULL if it is available. */
static const char *reason_for(lazynccl_library *library, int index)
{
    const struct lazynccl_outcome *outcome = __atomic_load_n(&library->outcome, __ATOMIC_ACQUIRE);

    if (!outcome)
        return LAZYNCCL_NOT_OPENED;
    if (!outcome->handle)
        return outcome->fault;
    return index < 0 || outcome->found[index] ? NULL : library->description->lacking;
}

static const char *lazynccl_absent_reason(lazynccl_library *library)
{
    const char *reason = reason_for(library, -1);

    return reason ? reason : library->description->lacking;
}

_Noreturn static void lazynccl_stop(lazynccl_library *library, int index, int strict)
{
    (void)strict;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    dprintf(STDERR_FILENO, "lazynccl: %s: %s\n", lazynccl_symbol_name(library->description, index),
            reason_for(library, index));
    abort();
}
