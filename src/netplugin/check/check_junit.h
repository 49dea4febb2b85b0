/* The trials for CI systems.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "netplugin/check/check_result.h"

/* Writes JUnit's XML to the file that --junit names. Returns NULL, or why it cannot. */
const char *check_junit_write(const struct check *);
