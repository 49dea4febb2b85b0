/* Data that is kept for as long as the module that holds lazynccl is loaded.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include <stddef.h>

/* Keep a copy of a text, or of other data, aligned for pointers. Equal data is kept once, so that
 * keeping a text again costs no memory. Return NULL if out of memory. */
const char *lazynccl_keep_text(const char *text);
const void *lazynccl_keep(const void *data, size_t size);
