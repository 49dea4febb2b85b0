/* The file of a recording, while it is written.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#ifndef LAZYNCCL_NETPLUGIN_CORE_RECORD_FILE_H
#define LAZYNCCL_NETPLUGIN_CORE_RECORD_FILE_H

#include "netplugin/core/record_format.h"

/* 1 while calls are recorded. Atomic */
extern __attribute__((visibility("hidden"))) int lazynccl_record_on;

/* Makes the file, whose head lies in memory from then on. Returns NULL after logging why not. */
struct lazynccl_record_head *lazynccl_record_make(const char *name);

/* The place of a call in memory; NULL: there is none, and the reason was logged if it is new. */
struct lazynccl_record_call *lazynccl_record_place(uint64_t index);

#endif
