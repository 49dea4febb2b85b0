/* Explains a message, and looks for its cause on this machine.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "common/command/target_option.h"
#include "tool/explain/log/ranks.h"

/* The input: the text that is searched, and what the whole log shows. */
struct log {
    const char *text;
    size_t dropped; /* lines before the text */
    struct ranks_notes notes;
};

/* Explains a text, looks for its cause, and prints both. If no message is recognized, prints what
 * the ranks show, or else which messages there are. */
enum verb_exit diagnose(const struct log *, const struct request *);
