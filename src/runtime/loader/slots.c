/* Fills the slots of a library that has pages of its own for them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/loader/variant.h"
#include <sys/mman.h>

void lazynccl_fill_slots(lazynccl_library *library, const struct lazynccl_outcome *outcome)
{
    lazynccl_function *slots = library->trampolines->slots;

    if (!outcome || !outcome->handle)
        return;
    for (int i = 0; i < library->description->count; i++)
        if (outcome->found[i])
            __atomic_store_n(&slots[i], outcome->found[i], __ATOMIC_RELEASE);
    mprotect(slots, (size_t)library->description->count * sizeof *slots, PROT_READ);
}
