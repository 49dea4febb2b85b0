/* Explains a message, and looks for its cause on this machine.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/command/target_option.h"

/* The input. */
struct log {
    const char *text;
    size_t dropped; /* lines before the text */
};

/* Explains a text and looks for its cause, or prints which messages can be explained. */
enum verb_exit diagnose(const struct log *, const struct request *);
