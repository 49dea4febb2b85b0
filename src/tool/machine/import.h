/* A Python that has imported a module, and waits to be looked at.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

struct import {
    int pid;       /* 0: it was not started */
    int started;   /* what was started, which may be a script that starts the Python */
    int hold;      /* it ends when this end of a pipe is closed */
    char why[300]; /* why the module could not be imported; "": it was */
};

/* Runs the first python3 in PATH, as the user's shell would. */
struct import import_start(const char *module);

/* Ends it. */
void import_end(const struct import *);
