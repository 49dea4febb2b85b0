/* The libraries that a file needs, and which of them are missing.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/search/view.h"

/* Writes the DT_NEEDED entries of the file, "libfabric.so.1 (not found), libc.so.6", as ld.so would
 * find them. Opens none. The text is "" if there are none or the file cannot be read. */
void lazynccl_net_needed(const struct lazynccl_view *, const char *path, char *text, size_t size);
