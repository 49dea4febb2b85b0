/* What the texts of dlerror() say.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

/* Returns the error that kept ld.so from reading a file, or 0 if ld.so read the file. `why` is the
 * text of dlerror() or NULL, and `error` is errno. `named` is 1 if a setting names the file, as for
 * lazynccl_is_inconclusive(). */
int lazynccl_dlopen_error(const char *why, int error, int named);

/* Returns 1 if the first path in the text is on a file system that is mounted with noexec. */
int lazynccl_is_noexec(const char *why);

/* Returns 1 if the text is about the file of this name, and not about a file that it needs. */
int lazynccl_is_about(const char *why, const char *name);
