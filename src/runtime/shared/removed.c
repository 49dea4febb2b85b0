/* Functions of earlier releases that lazynccl.h no longer declares.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD
 *
 * Programs that were built with such a release still start with this shared library. The functions
 * go in 1.0. */
#include "runtime/library/library.h"
#include <errno.h>

#undef lazynccl_wrap
LAZYNCCL_PUBLIC int lazynccl_wrap(lazynccl_library *library, const char *symbol,
                                  lazynccl_function wrapper, void *real);

int lazynccl_wrap(lazynccl_library *library, const char *symbol, lazynccl_function wrapper,
                  void *real)
{
    (void)library;
    (void)symbol;
    (void)wrapper;
    (void)real;
    errno = ENOTSUP;
    return -1;
}
