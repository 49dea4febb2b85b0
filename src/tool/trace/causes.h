/* Prints the processes that the others wait for.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/trace/waits.h"

struct style;
struct json;

/* Prints a line for each cause, most urgent first. Returns the number of lines. */
size_t causes_show(const struct communicators *, const struct waits *, const struct style *);
void causes_json(const struct communicators *, const struct waits *, struct json *);

/* Returns " (node1, process 7, python)" for one process and " (node1, node2)" for more of them, to
 * be freed; "" for none. With `state`, that of processes of this host is added. */
char *causes_who_text(const struct communicator_member **, size_t count, int state);
