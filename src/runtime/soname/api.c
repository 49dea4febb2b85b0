/* Answers what the program asks.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/soname/soname.h"
#include <errno.h>
#include <string.h>

static int is_open(const struct lazynccl_outcome *outcome)
{
    return outcome && outcome->handle;
}

int lazynccl_load(lazynccl_library *library)
{
    return is_open(lazynccl_open_library(library, 1, NULL)) ? 0 : -1;
}

int lazynccl_available(lazynccl_library *library)
{
    return is_open(lazynccl_open_library(library, 0, NULL));
}

const char *lazynccl_why(lazynccl_library *library)
{
    lazynccl_available(library);
    return reason_for(library, -1);
}

/* Returns the slot of a function, or -1 if this build lacks it. */
static int slot_of(lazynccl_library *library, const char *symbol)
{
    const char *name = library->description->symbols;
    int slot = 0;

    while (slot < library->description->count && strcmp(name, symbol) != 0) {
        name += strlen(name) + 1;
        slot++;
    }
    return slot < library->description->count ? slot : -1;
}

void *lazynccl_symbol(lazynccl_library *library, const char *symbol)
{
    const struct lazynccl_outcome *outcome = lazynccl_open_library(library, 0, NULL);
    void *address = NULL;
    int saved = errno;

    if (is_open(outcome) && symbol) {
        int slot = slot_of(library, symbol);

        address =
            slot < 0 ? dlsym(outcome->handle, symbol) : (void *)(uintptr_t)outcome->found[slot];
    }
    errno = saved;
    return address;
}

int lazynccl_has(lazynccl_library *library, const char *symbol)
{
    return lazynccl_symbol(library, symbol) && slot_of(library, symbol) >= 0;
}
