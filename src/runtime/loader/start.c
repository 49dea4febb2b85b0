/* Opens a library before main(), for stubs with open = "start".
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/loader/start.h"
#include "runtime/loader/loader.h"
#include "runtime/loader/missing.h"

void lazynccl_open_at_start(lazynccl_library *library)
{
    struct lazynccl_outcome *outcome;

    lazynccl_open_library(library, 0, library);
    outcome = __atomic_load_n(&library->outcome, __ATOMIC_ACQUIRE);
    if (outcome && outcome->transient)
        outcome->transient = 0; /* users could exhaust resources to cause a later search */
    lazynccl_check_answers(library, outcome);
    lazynccl_keep_anew();
}
