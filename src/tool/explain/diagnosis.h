/* A message, its answer, and what this machine shows.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/explain/log/ranks.h"
#include "tool/explain/message.h"

/* The input: the text that is searched, and what the whole log shows. */
struct log {
    const char *text;
    size_t dropped; /* lines before the text */
    struct ranks_notes notes;
};

/* A message, its answer, and what this machine shows. */
struct diagnosis {
    const struct log *log;
    struct message message;
    char *line, *what, *why;
    char *help;         /* NULL: `here` refutes every advice */
    char *here;         /* where this machine has what the message lacks; NULL: it does not */
    struct strings ids; /* of the findings that may be its cause */
    int looked;         /* 1: there are rules for some of them */
};
