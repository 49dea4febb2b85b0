/* Writes the results of the trials for CI systems.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "netplugin/check/check_result.h"

/* Writes JUnit XML to the file given with --junit. Returns NULL, or the reason for a failure. */
const char *check_junit_write(const struct check *);
