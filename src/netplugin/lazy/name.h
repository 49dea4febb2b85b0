/* The name under which NCCL knows this plugin.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

/* Sets lazynccl_net_name, which NCCL compares with NCCL_NET. Called before NCCL reads the name. */
void lazynccl_net_take_name(void);

/* Implements wrong_name() of the finder. */
const char *lazynccl_net_wrong_name(const char *before, const char *after);
