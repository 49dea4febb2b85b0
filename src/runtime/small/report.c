/* Says why a library is not available, and ends the program if a call must not return.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/small/search.h"
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static const char *lazynccl_reason_for(lazynccl_library *library, int index)
{
    const struct lazynccl_outcome *outcome = lazynccl_outcome_of(library);

    if (!outcome)
        return lazynccl_is_frozen() ? "not opened before lazynccl_freeze()"
                                    : "not searched for yet: no call has needed it";
    if (!outcome->handle)
        return outcome->fault;
    if (index < 0 || outcome->found[index])
        return NULL;
#ifndef LAZYNCCL_WITHOUT_RELATED
    if (lazynccl_changed(library, index, outcome))
        return lazynccl_changed(library, index, outcome);
#endif
    return library->description->lacking;
}

static const char *lazynccl_absent_reason(lazynccl_library *library)
{
    const char *reason = lazynccl_reason_for(library, -1);

    return reason ? reason : library->description->lacking;
}

_Noreturn static void lazynccl_stop(lazynccl_library *library, int index, int strict)
{
#ifdef LAZYNCCL_WITHOUT_ANSWERS
    (void)strict;
#endif
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    lazynccl_print(lazynccl_symbol_name(library->description, index),
                   lazynccl_reason_for(library, index));
#ifndef LAZYNCCL_WITHOUT_ANSWERS
    if (strict == LAZYNCCL_AT_START)
        _exit(127);
#endif
    abort();
}
