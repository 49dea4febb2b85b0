/* What is wrong with the library that a file gets: LN103, 104, 107, 115, 117.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef LAZYNCCL_TOOL_RULES_NEEDS_H
#define LAZYNCCL_TOOL_RULES_NEEDS_H

#include "tool/rules/group.h"

/* Adds what is wrong with a binding to the groups; nothing about libraries that are only declared,
 * whose absence is what declaring is for, and about stubs, which rules/stubs.h has. */
group_judge needs_judge;

#endif
