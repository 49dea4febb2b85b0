/* Fills the slots of libraries that share pages with each other, or with data that ld.so has made
 * read-only.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/loader/variant.h"
#include <stdint.h>
#include <sys/auxv.h>
#include <sys/mman.h>

static void fill(const lazynccl_library *library)
{
    const struct lazynccl_outcome *outcome = library->outcome;
    lazynccl_function *slots = library->trampolines->slots;
    size_t offset = (uintptr_t)slots % getauxval(AT_PAGESZ);
    size_t size = offset + (size_t)library->description->count * sizeof *slots;
    char *start = (char *)slots - offset;

    if (mprotect(start, size, PROT_READ | PROT_WRITE) != 0)
        return; /* each call then goes through lazynccl_resolve() */
    for (int i = 0; i < library->description->count; i++)
        if (outcome->found[i])
            __atomic_store_n(&slots[i], outcome->found[i], __ATOMIC_RELEASE);
    mprotect(start, size, PROT_READ);
}

/* One thread fills slots at a time, because fill() makes shared pages writable, then read-only.
 * Other threads add their library to that thread's list and return. */
void lazynccl_fill_slots(lazynccl_library *library, const struct lazynccl_outcome *outcome)
{
    static lazynccl_library *newest;
    lazynccl_library *last = NULL;

    if (!outcome || !outcome->handle)
        return;
    library->after = __atomic_load_n(&newest, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(&newest, &library->after, library, 0, __ATOMIC_ACQ_REL,
                                        __ATOMIC_RELAXED))
        ;
    if (library->after) /* the thread with that list fills these slots as well */
        return;
    do {
        for (const lazynccl_library *each = library; each != last; each = each->after)
            fill(each);
        last = library;
    } while (!__atomic_compare_exchange_n(&newest, &library, NULL, 0, __ATOMIC_ACQ_REL,
                                          __ATOMIC_ACQUIRE));
}
