/* Makes the setters of the path and the handle fail in a copy made without `--search api`.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/library/library.h"

LAZYNCCL_PUBLIC int lazynccl_set_path(lazynccl_library *library, const char *file_or_folder)
{
    (void)library;
    (void)file_or_folder;
    return -1; /* this copy was made without `--search api` */
}

LAZYNCCL_PUBLIC int lazynccl_set_handle(lazynccl_library *library, void *handle)
{
    (void)library;
    (void)handle;
    return -1;
}
