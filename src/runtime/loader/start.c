/* Opens a library before main(), for stubs with open = "start".
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/loader/start.h"
#include "runtime/loader/loader.h"

void lazynccl_open_at_start(lazynccl_library *library)
{
    struct lazynccl_outcome *outcome;

    lazynccl_open_library(library, 0, NULL);
    outcome = __atomic_load_n(&library->outcome, __ATOMIC_ACQUIRE);
    if (outcome && outcome->transient)
        outcome->transient = 0; /* users can run out of resources on purpose */
#ifndef LAZYNCCL_SMALL
    lazynccl_times_kept = 0; /* what was registered before main() may run too late */
#endif
}
