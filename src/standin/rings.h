/* Finds and removes the rings of tracing stand-ins in memory of this node.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

/* Returns the path of a user's folder, to be freed. The folder may not exist. */
char *rings_folder(unsigned user);

/* Removes this user's rings of processes that have ended: with `all` at once, otherwise a day after
 * the first call that found the process ended; that call marks the ring. A ring of another
 * container, whose processes are unknown here, is removed only with `all` and after a day. */
void rings_clean(int all);
