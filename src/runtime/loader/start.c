/* Opens a library before main(), for stubs with open = "start".
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/loader/start.h"
#include "runtime/loader/loader.h"
#include "runtime/loader/resolve.h"
#include "runtime/loader/variant.h"
#include <link.h>
#include <sys/auxv.h>

#ifndef LAZYNCCL_WITHOUT_ANSWERS
/* Returns 1 if this module is the program, not a shared library. */
static int is_program(void)
{
    const ElfW(Ehdr) *head = (const void *)__ehdr_start;
    uintptr_t entry = getauxval(AT_ENTRY);

    return head && (entry == head->e_entry || entry - (uintptr_t)head == head->e_entry);
}

/* Ends a program that would take an answer for a failure. A shared library must not end the process
 * in a constructor: it ends at such a call. */
static void check_answers(lazynccl_library *library, const struct lazynccl_outcome *outcome)
{
    const struct lazynccl_description *desc = library->description;

    if ((outcome && outcome->handle) || !is_program())
        return;
    for (int i = 0; i < desc->count; i++)
#ifdef LAZYNCCL_TABLE
        if (desc->table[i])
#endif
            if (!lazynccl_may_return(library, i, outcome))
                lazynccl_stop(library, i, LAZYNCCL_AT_START);
}
#endif

void lazynccl_open_at_start(lazynccl_library *library)
{
    struct lazynccl_outcome *outcome;

    lazynccl_open_library(library, 0, library);
    outcome = __atomic_load_n(&library->outcome, __ATOMIC_ACQUIRE);
    if (outcome && outcome->transient)
        outcome->transient = 0; /* users can run out of resources on purpose */
#ifndef LAZYNCCL_WITHOUT_ANSWERS
    check_answers(library, outcome);
#endif
#ifndef LAZYNCCL_SMALL
    lazynccl_times_kept = 0; /* what was registered before main() may run too late */
#endif
}
