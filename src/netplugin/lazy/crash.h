/* Names the file whose constructors crash the process.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

/* Until lazynccl_net_unguard(), a fatal signal in this thread first writes a line with this name to
 * stderr, then takes its usual course. Only one thread can be guarded at a time. */
void lazynccl_net_guard(const char *name);
void lazynccl_net_unguard(void);
