/* Decides when the program's handler is called for an absent function.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/loader/opening.h"
#include "runtime/loader/variant.h"
#include <errno.h>

int lazynccl_must_tell(lazynccl_library *library, int index, struct lazynccl_told *told)
{
    const struct lazynccl_told *set = __atomic_load_n(&library->base->on_absent, __ATOMIC_ACQUIRE);
    int saved = errno;

    if (!set || told->reason || lazynccl_opening_of(library) ||
        library->trampolines->row_of_slot[index] < library->trampolines->texts)
        return 0;
    *told = *set;
    told->name = lazynccl_symbol_name(library->description, index);
    told->reason = lazynccl_reason_for(library, index);
    if (!told->reason)
        told->reason = LAZYNCCL_OPENED_MEANWHILE;
    told->saved = errno = saved;
    return 1;
}
