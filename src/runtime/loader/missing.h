/* Tells a library that is not installed from one that failed, as ld.so does.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

/* Returns 1 if the text of dlerror() says that there is no file of the name that was opened: not
 * that it, or a file that it needs, cannot be used. */
int lazynccl_is_not_there(const char *why, const char *name);

/* Returns the error that keeps ld.so from reading its cache, so that it finds less than is
 * installed; 0 if none does. */
int lazynccl_cache_error(void);
