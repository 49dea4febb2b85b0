/* Folders of stand-ins that are made once, for images and for jobs of many processes.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * DIR is a set (set.h), and DIR/traced is a set whose stand-ins record each call. */
#pragma once

#include "standin/report.h"

/* Makes the sets of an environment, a virtual environment or site-packages, in report->out, and
 * reports each library. Replaces an older set. */
void prepared_make(struct report *, const char *environment);

/* Checks a set without looking at each file. Returns NULL if it is complete and made from what the
 * environment has now; else the reason and what to do, valid until the next call. */
const char *prepared_check(const char *set);
