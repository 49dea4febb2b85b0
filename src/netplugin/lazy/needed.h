/* What a file needs and what of that cannot be had.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_NETPLUGIN_LAZY_NEEDED_H
#define LAZYNCCL_NETPLUGIN_LAZY_NEEDED_H

#include <stddef.h>

/* Calls `each` with every library that the file names as needed, and whether it can be had: it is
 * opened to learn that. Returns how many there were; 0 also if the file cannot be read. */
int lazynccl_net_needed(const char *path,
                        void (*each)(void *context, const char *soname, int found), void *context);

#endif
