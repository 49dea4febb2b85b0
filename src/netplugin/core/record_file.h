/* The file of a recording, while it is written.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "netplugin/core/record_format.h"

/* 1 while calls are recorded. Atomic */
extern __attribute__((visibility("hidden"))) int lazynccl_record_on;

/* Creates the file, whose header stays mapped. Returns NULL after logging an error. */
struct lazynccl_record_head *lazynccl_record_make(const char *name);

/* Returns the address of a call's entry, or NULL if it could not be mapped; a new error is
 * logged. */
struct lazynccl_record_call *lazynccl_record_place(uint64_t index);
