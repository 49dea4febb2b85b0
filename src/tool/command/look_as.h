/* Looks as whom a command line says.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef LAZYNCCL_TOOL_COMMAND_LOOK_AS_H
#define LAZYNCCL_TOOL_COMMAND_LOOK_AS_H

#include "tool/command/options.h"
#include "tool/command/verb.h"
#include "tool/findings/examination.h"

/* What a verb does once it is known as whom: it prints its answer. */
typedef enum verb_exit verb_work(struct examination *, const struct request *, void *context);

/* Has it done, says on stderr what could not be looked at, and gives all back. */
enum verb_exit look_as(const char *verb, const struct request *, verb_work *, void *context);

#endif
