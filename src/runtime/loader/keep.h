/* Texts that are kept for as long as the module that holds lazynccl is loaded.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

/* Keeps a copy of a text. Equal texts are kept once, so that asking again costs no memory. NULL if
 * out of memory. */
const char *lazynccl_keep_text(const char *bytes);
