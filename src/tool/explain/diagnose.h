/* Explains a message, and looks for its cause on this machine.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/command/options.h"
#include "common/command/verb.h"
#include "tool/explain/diagnosis.h"

/* Explains a text and looks for its cause. */
enum verb_exit diagnose(const struct log *, const struct request *);
