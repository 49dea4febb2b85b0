/* Which name somebody may have meant.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef LAZYNCCL_TOOL_NEAREST_H
#define LAZYNCCL_TOOL_NEAREST_H

/* In how many characters two names differ, changed, missing or one too many; at most `most` + 1. */
int name_distance(const char *, const char *, int most);

#endif
