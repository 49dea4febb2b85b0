/* What is wrong with the library that a file gets: LN103, 104, 105, 107, 115, 117.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef LAZYNCCL_TOOL_RULES_NEEDS_H
#define LAZYNCCL_TOOL_RULES_NEEDS_H

#include "tool/rules/group.h"

/* Adds what is wrong with a binding to the groups; nothing of libraries that are only declared,
 * whose absence is what declaring is for. */
void needs_judge(struct groups *, const struct binding *);

/* Reports what one function has to say of the bindings of the consumer's environment. */
void needs_look_for(struct examination *, group_say *);

#endif
