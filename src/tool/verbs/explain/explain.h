/* The parts of lazynccl explain.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/command/look_as.h"
#include "tool/log/input.h"

/* Says what a text means, and looks for its cause. `dropped`: lines that were before it. */
enum verb_exit explain_message(const char *text, size_t dropped, const struct request *);

/* Runs a command, passes on what it prints, and adds that to the input. Returns its status as a
 * shell has it; `why`: NULL, or why it could not be started. */
int explain_run(char **command, struct input *, int keep_stdout, const char **why);
