/* The folders that ld.so searches.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#include "runtime/search/view.h"

/* The folders that ld.so searches last, in its order; NULL ends them. A system has those in lib64
 * or the others, never both. */
extern const char *const lazynccl_ldso_defaults[];

/* This process's own list, as ld.so reports it for the module that holds lazynccl. */
void lazynccl_ldso_folders(const struct lazynccl_view *, struct lazynccl_folders *);
