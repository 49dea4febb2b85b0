/* The command whose output explain reads.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/explain/input.h"

/* Runs a command, passes its output on and adds it to the input. Returns the exit status as a shell
 * would; `why` is NULL, or why the command did not start. */
int command_run(char **command, struct input *, int keep_stdout, const char **why);
