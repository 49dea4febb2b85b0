/* The output of explain.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/command/options.h"
#include "common/command/verb.h"
#include "common/findings/examination.h"
#include "tool/explain/diagnosis.h"

/* Prints the answer to a message, as JSON or text. */
void show_diagnosis(const struct examination *, const struct diagnosis *, const struct table *);

/* Prints what the ranks show if no message is recognized, or else which messages there are. */
enum verb_exit show_unknown(const struct log *, const struct request *);
