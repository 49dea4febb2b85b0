/* Prints the calls of a trace.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Only the calls that were read are printed. */
#pragma once

#include "tool/trace/ring.h"

struct json;

/* Prints a call in a line that begins with `before`. */
void calls_show_one(const struct trace_ring *, const struct trace_call *, const char *before);

/* Prints the process, how often it called each function, and the last (`more`: all) calls. */
void calls_show(const struct trace_ring *, int more);
void calls_json(const struct trace_ring *, int more, struct json *);

/* Writes an event without duration for each call: most returns are not traced. */
void calls_chrome(const struct trace_ring *, struct json *);
