/* The rings of tracing stand-ins in memory of this node.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

/* Returns the path of a user's folder, to be freed. The folder may not exist. */
char *rings_folder(unsigned user);

/* Removes this user's rings of processes that have ended: those that were found ended a day ago, or
 * with `all`, each. Without `all`, the others are marked as ended. Rings of other containers, whose
 * processes are not known here, go with `all` after a day. */
void rings_clean(int all);
