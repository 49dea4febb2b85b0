/* What can be stood in for: a library, a wheel, an environment of Python.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "standin/report.h"

/* Makes what a path leads to: OUT/SONAME of a library, a wheel of a wheel, and of a site-packages a
 * wheel of each distribution with libraries of NVIDIA's. Tells what became of it. */
void inputs_make(struct report *, const char *path);
