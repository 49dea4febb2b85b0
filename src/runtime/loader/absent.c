/* Records absent calls by thread, so that each thread can report the reason of its own call.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD
 *
 * A thread has a note from an absent call until it reads the reason. If more than NOTES threads
 * have one, a note is lost, and its thread gets the library's text, or the reason of the library's
 * last absent call.
 *
 * Notes are not thread-local, because such storage must not be touched in a module that is opened
 * late (opening.h), and have no thread key, because a process has only 1,024 of them. */
#define _GNU_SOURCE
#include "runtime/loader/attempt.h"
#include "runtime/loader/keep.h"
#include "runtime/loader/variant.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define NOTES 56
#define BUSY 1 /* is not the address of a thread */

struct note {
    uintptr_t thread;              /* the owner; 0 if free; BUSY while read or written */
    const lazynccl_function *slot; /* the slot of the absent function */
};
static struct note absent_notes[NOTES];

/* Returns where the search for a thread's note begins, by a hash that spreads similar addresses. */
static unsigned first_place(uintptr_t thread)
{
    return (unsigned)((uint64_t)thread * 0x9e3779b97f4a7c15 >> 58) % NOTES;
}

/* Returns a note of this owner (0: a free note), marked BUSY so that only the caller reads and
 * writes it; NULL if there is none. */
LAZYNCCL_NOINLINE static struct note *seize(unsigned place, uintptr_t owner)
{
    for (unsigned i = 0; i < NOTES && owner != BUSY; i++) {
        struct note *note = &absent_notes[(place + i) % NOTES];
        uintptr_t thread = __atomic_load_n(&note->thread, __ATOMIC_RELAXED);

        if (thread == owner && __atomic_compare_exchange_n(&note->thread, &thread, BUSY, 0,
                                                           __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
            return note;
    }
    return NULL;
}

void lazynccl_absent_note(lazynccl_library *library, int index)
{
    uintptr_t self = (uintptr_t)pthread_self();
    unsigned place = first_place(self);
    struct note *note = seize(place, self);

    __atomic_store_n(&library->last_absent, index, __ATOMIC_RELAXED);
    if (!note)
        note = seize(place, 0);
    if (!note)
        note = seize(place, __atomic_load_n(&absent_notes[place].thread, __ATOMIC_RELAXED));
    if (!note)
        return;
    note->slot = &library->trampolines->slots[index];
    __atomic_store_n(&note->thread, self, __ATOMIC_RELEASE);
}

/* Takes this thread's note if it is about this library or one of its suffix families. Returns the
 * slot, and the library in `noted`; or -1. */
static int take_note(const lazynccl_library *library, lazynccl_library **noted)
{
    uintptr_t self = (uintptr_t)pthread_self();
    struct note *note = seize(first_place(self), self);
    int index = -1;

    if (!note)
        return -1;
    LAZYNCCL_FOR_EACH_OF(library->base, member)
    {
        uintptr_t slots = (uintptr_t)member->trampolines->slots;
        uintptr_t slot = ((uintptr_t)note->slot - slots) / sizeof *note->slot;

        if (slot < (uintptr_t)member->description->count) {
            *noted = member;
            index = (int)slot;
            self = 0; /* frees the note */
        }
    }
    __atomic_store_n(&note->thread, self, __ATOMIC_RELEASE);
    return index;
}

const char *lazynccl_last_reason(lazynccl_library *library)
{
    int index = take_note(library, &library);

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
    const char *kept;
    char *both;

    if (!reason)
        return own;
    if (!own || !open || !open->found[index])
        return reason;
    if (asprintf(&both, "%s; %s", own, reason) < 0)
        return own;
    kept = lazynccl_keep_text(both);
    free(both);
    return kept ? kept : own;
}
