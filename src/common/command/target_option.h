/* Opens the target that a request names, and runs a verb's work on it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/command/options.h"
#include "common/command/verb.h"
#include "common/findings/show.h"
#include "common/text/memory.h"
#include "common/text/safe.h"

/* A verb's work once the target is open: prints the answer, and returns the exit status. */
typedef enum verb_exit verb_work(struct examination *, const struct request *, void *context);

/* Opens the target, calls the work, and prints to stderr what could not be examined. */
enum verb_exit target_examine(const char *verb, const struct request *, verb_work *, void *context);

/* Begins an answer: prints a line that names the target or, in JSON, writes the first members. */
void target_begin_output(const char *verb, const struct examination *, const struct table *);
