/* Which files of libraries the processes of a trace have opened.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/trace/jobs.h"

/* Prints a line for each file, for answers that do not list the processes. */
void opened_show(const struct jobs *, const struct trace_ring *, size_t count);
