/* Loads files in children, to see whether they load.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/linking/verdict.h"

/* Imports each extension module that does not load alone, and opens each other such file after its
 * package and those that require it were imported, in a child of the target's Python each. Decides
 * the verdicts by what happens. */
void load_files(struct facts *);
