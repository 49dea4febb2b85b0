/* Loads files in children, to see whether they load.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/linking/verdict.h"

/* Loads each file that does not load alone, in children of the target's Python: a module by its
 * import, others after the packages that use them. The result replaces the verdict. */
void load_files(struct facts *);
