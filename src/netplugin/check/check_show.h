/* The answer of lazynccl plugin check, except for its findings.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "netplugin/check/check_result.h"

/* What was tried; and what it means for each release of NCCL. */
void check_show_trials(const struct check *, struct table *);
void check_show_releases(const struct check *, struct table *);
