/* What the logs of several hosts show.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/explain/log/ranks.h"
#include "tool/explain/log/ranks_notes.h"

/* Adds findings for each host in a log of several processes. */
void explain_hosts(struct ranks_notes *, const struct ranks *);
