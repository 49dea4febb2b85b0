/* Folders of stand-ins that are made once, for images and for jobs of many processes.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * DIR is a set (set.h), and DIR/traced is a set whose stand-ins record each call. */
#pragma once

#include "standin/report.h"

/* Makes both sets in report->out for an environment, which is a virtual environment or a
 * site-packages. Replaces older sets, and reports each library. */
void prepared_make(struct report *, const char *environment);

/* Checks a set without reading each file. Returns NULL if the set is complete and the environment
 * still has its packages; otherwise the reason and what to do, valid until the next call. */
const char *prepared_check(const char *set);
