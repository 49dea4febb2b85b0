/* Makes the setter of the handler fail in a copy with `--no-calls`, or without `--search api`.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/library/library.h"

LAZYNCCL_PUBLIC int lazynccl_on_absent(lazynccl_library *library, lazynccl_absent_handler handler,
                                       void *data)
{
    (void)library;
    (void)handler;
    (void)data;
    return -1; /* this copy was made with `--no-calls`, or without `--search api` */
}
