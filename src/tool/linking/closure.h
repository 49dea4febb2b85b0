/* Whether ld.so could load a file: what it and its libraries need, and what of it is not there.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/machine/machine.h"

/* Adds a line for each library or version that is missing; none: the file would load. The path is
 * without the root. */
void closure_missing(struct machine *, const char *path, struct strings *lines);
