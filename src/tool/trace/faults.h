/* Which ranks of a communicator are missing, differ, have ended or are stopped.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/trace/communicators.h"

struct style;
struct json;

/* Print the processes that others wait for, and what is wrong with each communicator; first the
 * communicators of such a process. Text fits on one screen unless the style asks for more. Return
 * the number of communicators in which a rank is missing or differs. */
size_t faults_show(const struct communicators *, const struct style *);
size_t faults_json(const struct communicators *, struct json *);
