/* What NCCL looks for in a network plugin's file besides.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_NETPLUGIN_LAZY_OTHERS_H
#define LAZYNCCL_NETPLUGIN_LAZY_OTHERS_H

/* In NCCL's log, a line for each that no variable names. */
void lazynccl_net_tell_others(void *handle, const char *path);

#endif
