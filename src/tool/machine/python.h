/* A Python, found by its files and never run.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/machine/view.h"

/* Takes the Python of an interpreter, a path inside the root, as the consumer. Returns 0, or -1 if
 * it is not one; then nothing is kept. */
int python_read(struct consumer *, const char *interpreter);
