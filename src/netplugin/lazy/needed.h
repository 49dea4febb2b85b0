/* Lists the libraries that a file needs, and which of them are missing.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/search/view.h"

/* Writes the DT_NEEDED entries of the file, "libfabric.so.1 (not found), libc.so.6", or "" if there
 * are none or the file cannot be read. Looks for them as ld.so does, but opens none. */
void lazynccl_net_needed(const struct lazynccl_view *, const char *path, char *text, size_t size);
