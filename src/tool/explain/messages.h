/* What loaders, Python, CUDA and NCCL print, and which findings may be the cause.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * A pattern is looked for in each line, in whatever case: '*' stands for anything, '%' for the rest
 * of a name (letters, digits, . _ - +). The line that tells most is the answer:
 * - a row that names a cause, before one that names an effect, before a bare error code
 * - NCCL's warnings and "Last error:", before an exception, before any other line
 * - the first warning, but the last exception; of one line's patterns that tell as much the longest
 * What NCCL reports at INFO level it reports in healthy runs too: such lines are left out. */
#pragma once

#include "runtime/library/library.h"
#include <stddef.h>

struct message_row {
    enum {
        CAUSE,
        EFFECT,    /* another message tells why, if there is one */
        BARE,      /* a code that says nothing of the cause */
        ASKED,     /* healthy runs print it too: counts if NCCL_NET_PLUGIN is set, or if it is the
                      only line of NCCL's */
        ASKED_NET, /* the same with NCCL_NET */
        OF_NVIDIA, /* a cause if the word with the first '%' is a library of NVIDIA's or its
                      driver's, the name that -l has for one, or a function of one */
    } kind;
    const char *pattern;
    const char *means; /* one line; %s: that word */
    const char *ids;   /* likeliest first, a blank between; of those that are not here, the first
                          three are shown */
};

/* Each ends with a row without a pattern. */
extern const struct message_row messages_of_loaders[], messages_of_cuda[], messages_of_nccl[];

/* Row number `i` of them all; NULL: there are no more. */
const struct message_row *messages_at(size_t i);

struct message_found {
    const struct message_row *row; /* NULL: no line is known */
    const char *line;              /* in the text, without its end */
    size_t length, number;         /* the first line is number 1 */
    const char *name;              /* the word with the pattern's first '%' */
};

/* The line of a text that tells most. `without`: a row to leave out, or NULL. */
struct message_found messages_find(const char *text, const struct message_row *without);

/* The function that an "undefined symbol" names, if a stub knows it. */
struct message_symbol {
    const struct lazynccl_description *library; /* NULL: none is named, or known */
    char name[128];
    int added, removed; /* the releases; 0: not known, never */
    int always; /* 1: every release that the stub knows has it, and the message names no version
                   of a library that is loaded: so age is not the cause */
};
struct message_symbol message_symbol(const struct message_found *);

/* What it means, to be freed. */
char *message_means(const struct message_found *);

/* The likeliest finding, "LN107". */
const char *message_first(const struct message_found *, char id[8]);
