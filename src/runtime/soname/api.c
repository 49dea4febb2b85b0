/* Answers what the program asks.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/soname/soname.h"
#include <errno.h>
#include <string.h>

int lazynccl_load(lazynccl_library *library)
{
    const struct lazynccl_outcome *outcome = lazynccl_look(library, 1, NULL);

    return outcome && outcome->handle ? 0 : -1;
}

int lazynccl_available(lazynccl_library *library)
{
    const struct lazynccl_outcome *outcome = lazynccl_look(library, 0, NULL);

    return outcome && outcome->handle;
}

const char *lazynccl_why(lazynccl_library *library)
{
    lazynccl_available(library);
    return reason_for(library, -1);
}

/* Returns the slot of a function, or -1 if this build lacks it. */
static int slot_of(lazynccl_library *library, const char *symbol)
{
    int slot = symbol ? library->description->count : 0;

    while (--slot >= 0 && strcmp(lazynccl_symbol_name(library->description, slot), symbol) != 0)
        ;
    return slot;
}

int lazynccl_has(lazynccl_library *library, const char *symbol)
{
    int slot = slot_of(library, symbol);

    return slot >= 0 && lazynccl_available(library) && !reason_for(library, slot);
}

void *lazynccl_symbol(lazynccl_library *library, const char *symbol)
{
    const struct lazynccl_outcome *outcome = lazynccl_look(library, 0, NULL);
    int saved = errno, slot = slot_of(library, symbol);
    void *address = NULL;

    if (outcome && outcome->handle && slot >= 0)
        address = (void *)(uintptr_t)outcome->found[slot];
    else if (outcome && outcome->handle && symbol)
        address = dlsym(outcome->handle, symbol);
    errno = saved;
    return address;
}
