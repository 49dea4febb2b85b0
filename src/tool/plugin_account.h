/* What a child that played NCCL's part has told, and how it ended.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef LAZYNCCL_TOOL_PLUGIN_ACCOUNT_H
#define LAZYNCCL_TOOL_PLUGIN_ACCOUNT_H

#include "plugin_play.h"
#include "plugin_request.h"

/* A line of it: "LN320\tclose: closeSend returns 3". */
struct told {
    char *word; /* "step", "info", "warn", "skip", a finding's id, or what the work tells else */
    char *text; /* in the same memory */
};

struct account {
    struct told *list;
    size_t count;
    int failed; /* 1: there are findings */
    char *end;  /* the text of how it ended, if not well; NULL */
    char *memory;
};

/* Runs the work in a child, with the play as its context. A crash and a hang become findings in the
 * account. Returns NULL, or why there is no child; then there is no account. */
const char *account_make(struct play *, int (*work)(void *play, FILE *to), struct account *);
void account_free(struct account *);

/* The text of the first line with this word; NULL: there is none. */
const char *account_text(const struct account *, const char *word);

/* Adds findings to the patient's: one for each id, with a line of evidence for each different text,
 * and the versions that it was seen with. What fails for want of a driver is LN312 in place of
 * LN313. */
struct account_of {
    int version;
    const char *trial; /* NULL: none */
    const struct account *account;
};
void accounts_found(struct patient *, const struct plugin_request *, const struct account_of *,
                    size_t count);

#endif
