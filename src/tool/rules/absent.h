/* Findings for libraries that `lazynccl find` does not find or cannot load.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/rules/rule.h"

/* Adds LN120 for results that have no usable file: one finding for all libraries without any file,
 * and one for each of the others. */
void absent_add(struct examination *, const struct search_result *const *, size_t count);

/* Returns a line that names the copy in the user's site-packages, to be freed; NULL: none. */
char *absent_user_copy(struct examination *, const struct lazynccl_description *);

/* Returns the command that sets a variable to the folder of a library, or only of this SONAME, in
 * an environment that the target does not search: of the first python3 in PATH, or a conda
 * environment in PATH. To be freed. NULL: there is none, or packages_have_pip() returns 1. */
char *absent_elsewhere(struct examination *, const struct lazynccl_description *,
                       const char *soname, const char *variable);

/* Adds LN120 for a file that reports an older release when it is loaded. */
void absent_add_older(struct examination *, const struct search_result *, int version);

/* Adds LN121. `who` would load the file: ld.so or lazynccl. */
void absent_add_unloadable(struct examination *, const struct lazynccl_description *,
                           const struct candidate *, const char *who, const char *why);

/* If LAZYNCCL_CUDA is why a search takes no file, returns the file of another CUDA that it would
 * take without lazynccl's variables; else NULL. */
const struct candidate *absent_excluded_by_cuda(struct examination *, const struct search_result *);
