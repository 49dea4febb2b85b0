/* Finds how a command starts: its file, the program that runs the file, what bypasses stand-ins.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/command/verb.h"
#include "common/text/strings.h"

struct launch {
    char *path;    /* the file for execve. Absolute for a program: stand-ins find its site-packages
                      by the name in the auxiliary vector */
    char *program; /* what runs the file: the file itself, or a script's interpreter */
    const char *what; /* what cannot be started; valid as long as `command` and this struct */
    const char *why;  /* the reason */
};

/* Finds the file that a shell would start for a command. Returns VERB_OK. If the file is missing or
 * cannot be started or intercepted, returns a shell's exit status, and sets `what` and `why`. */
enum verb_exit launch_find(struct launch *, const char *command);
void launch_free(struct launch *);

/* Returns a line for each thing that bypasses stand-ins: an option of Python, or a search path or a
 * library's path in the program. `words` is the command line. */
struct strings launch_bypasses(const struct launch *, char **words);
