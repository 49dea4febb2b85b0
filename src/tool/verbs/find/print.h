/* What `find` found for each library, and how it is shown.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef LAZYNCCL_TOOL_VERBS_FIND_PRINT_H
#define LAZYNCCL_TOOL_VERBS_FIND_PRINT_H

#include "tool/verbs/find/row.h"

/* With --load the proofs of both answers. */
struct result {
    struct answer answer;
    int proved;
    struct proof linker, taken;
};

/* What ld.so and what lazynccl would give. The proofs may be NULL. */
void find_both(const struct find_view *, const struct proof *linker, const struct proof *taken);

/* The whole answer. */
void find_print(const struct examination *, const struct result *, int count, struct table *);

#endif
