/* Memory that is kept for as long as the module that holds lazynccl is loaded.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

/* Keeps a copy of a text. Equal texts are kept once, so that asking again costs no memory. NULL if
 * out of memory. */
const char *lazynccl_keep_text(const char *bytes);

/* To be called whenever something is kept, or is read by a caller who may hold on to it. */
void lazynccl_keep_until_closed(void);

/* In a destructor of the module: if dlclose() closes it, frees the texts and returns 1; returns 0
 * if the program ends, when other threads may still read them and nothing may be freed. */
int lazynccl_keep_free(void);
