/* The output of lazynccl plugin check, except for its findings.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "netplugin/check/check_result.h"

/* Shows which trials were run and what they mean for each NCCL release. */
void check_show_trials(const struct check *, struct table *);
void check_show_releases(const struct check *, struct table *);
