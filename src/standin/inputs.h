/* Inputs that stand-ins are made from: a library, a wheel, a Python environment.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "standin/report.h"

/* Makes the stand-ins of one input and reports each: OUT/SONAME for a library, a wheel for a wheel,
 * for a site-packages a wheel for each distribution with NVIDIA libraries, and for the name of a
 * stub OUT/SONAME for each of its SONAMEs. */
void inputs_make(struct report *, const char *input);
