/* CUDA's libraries for linking, where they would be loaded: LN105.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef LAZYNCCL_TOOL_RULES_STUBS_H
#define LAZYNCCL_TOOL_RULES_STUBS_H

#include "tool/rules/group.h"

/* Adds a binding to a stub to the groups. */
group_judge stubs_judge;

/* Reports an element, the cause, of the search path that the detail names. */
group_say stubs_say_path;

#endif
