/* Names the file whose constructors crash.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_NETPLUGIN_LAZY_CRASH_H
#define LAZYNCCL_NETPLUGIN_LAZY_CRASH_H

/* From here on a signal that ends the process, if this thread gets it, first writes a line with
 * this name to stderr; then it does what it would have done. One thread at a time. */
void lazynccl_net_guard(const char *name);
void lazynccl_net_unguard(void);

#endif
