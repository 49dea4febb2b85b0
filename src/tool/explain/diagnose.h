/* Explains a message, and looks for its cause on this machine.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/command/target_option.h"

/* The text to explain. */
struct log {
    const char *text;
    size_t dropped; /* lines of the input that came before the text and were dropped */
};

/* Explains a text and looks for its cause, or prints which messages can be explained. */
enum verb_exit diagnose(const struct log *, const struct request *);
