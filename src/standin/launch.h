/* How a command would be started: its file, the program that runs it, what a stand-in cannot reach.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/command/verb.h"
#include "common/text/strings.h"

struct launch {
    char *path;       /* what execve is to start; of a program absolute, because its name in the
                         auxiliary vector leads stand-ins to its site-packages */
    char *program;    /* what runs it: the file itself, or a script's interpreter */
    const char *what; /* what cannot be started; lives as long as the command and this */
    const char *why;
};

/* Finds the file that a shell would start for a command. Returns VERB_OK, or a shell's exit status
 * and in `what` and `why` the reason: it does not exist, or it cannot be started or intercepted. */
enum verb_exit launch_find(struct launch *, const char *command);
void launch_free(struct launch *);

/* One line for each thing that bypasses stand-ins: an option of Python, or a search path or a
 * library's path in the program. `words` is the command line. */
struct strings launch_bypasses(const struct launch *, char **words);
